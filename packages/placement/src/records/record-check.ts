import { capacityOf, isAllowedAmount, wholeCapacityOf } from '@berth/engine/inventory.ts';
import type { ConsumerFacts, InventoryFacts } from '@berth/engine/changes.ts';
import type { PlacementRecord, WholeProvider } from './placement-record.ts';
import { ruleProblems } from './record-rules.ts';

/**
 * What is no client's wish, and yet can be there: inventories may shrink below what is held of them and change their steps, and
 * what is held stays; and a reshape may leave an inventory that reserves more than it has.
 */
export const allowances = ['over-allocation', 'odd-amounts', 'negative-capacity'] as const;
export type Allowance = (typeof allowances)[number];

export interface RecordProblem {
  readonly text: string;
  /** What would let it in; null: nothing does. */
  readonly allowance: Allowance | null;
}

const kindsInOrder = ['class', 'trait', 'provider', 'consumer'] as const satisfies PlacementRecord['kind'][];

/** To be asked about every record, in the order of an export, and then about all of them together. */
export class RecordCheck {
  readonly #classes = new Set<string>();
  readonly #traits = new Set<string>();
  readonly #names = new Set<string>();
  /** Of each provider, the classes it has an inventory of. */
  readonly #providers = new Map<string, ReadonlyMap<string, Held>>();
  readonly #consumers = new Set<string>();
  #rank = 0;

  *problemsOf(record: PlacementRecord): Generator<RecordProblem> {
    for (const text of ruleProblems(record)) yield { text, allowance: null };
    for (const text of this.#problemsOf(record)) yield { text, allowance: null };
    if (record.kind === 'consumer') yield* this.#hold(record.consumer);
    if (record.kind === 'provider') yield* negativeCapacities(record);
  }

  *problemsOfAll(): Generator<RecordProblem> {
    for (const [id, classes] of this.#providers) {
      for (const [resourceClass, { inventory, used }] of classes) {
        const capacity = capacityOf(inventory);
        if (used === 0 || used <= capacity) continue;
        const text = `${used} ${resourceClass} of provider ${id} are held, and it has ${capacity} to give`;
        yield { text, allowance: 'over-allocation' };
      }
    }
  }

  *#problemsOf(record: PlacementRecord): Generator<string> {
    const rank = kindsInOrder.indexOf(record.kind);
    if (rank < this.#rank) yield `a ${record.kind} comes after a ${kindsInOrder[this.#rank]}`;
    this.#rank = rank;
    switch (record.kind) {
      case 'class':
        yield* this.#isFirst(this.#classes, record.resourceClass.name, 'resource class');
        return;
      case 'trait':
        yield* this.#isFirst(this.#traits, record.trait.name, 'trait');
        return;
      case 'provider':
        yield* this.#ofProvider(record);
        return;
      default:
        yield* this.#ofConsumer(record.consumer);
    }
  }

  *#isFirst(known: Set<string>, name: string, what: string): Generator<string> {
    if (known.has(name)) yield `${what} ${name} is there twice`;
    known.add(name);
  }

  *#ofProvider({ provider, inventories, traits }: WholeProvider): Generator<string> {
    const { id, name, parentId } = provider;
    if (this.#providers.has(id)) yield `provider ${id} is there twice`;
    yield* this.#isFirst(this.#names, name, 'a provider named');
    if (parentId !== null && !this.#providers.has(parentId))
      yield `provider ${id} is below ${parentId}, which does not come before it`;
    for (const { resourceClass } of inventories) {
      if (!this.#classes.has(resourceClass))
        yield `provider ${id} has an inventory of ${resourceClass}, and there is no such class`;
    }
    for (const trait of traits) {
      if (!this.#traits.has(trait)) yield `provider ${id} has the trait ${trait}, which does not exist`;
    }
    this.#providers.set(
      id,
      new Map(inventories.map((inventory) => [inventory.resourceClass, { inventory, used: 0 }])),
    );
  }

  *#ofConsumer({ id, allocations }: ConsumerFacts): Generator<string> {
    yield* this.#isFirst(this.#consumers, id, 'consumer');
    if (allocations.length === 0) yield `consumer ${id} holds nothing`;
    for (const { providerId, resourceClass, amount } of allocations) {
      const what = `consumer ${id} holds ${amount} ${resourceClass} of provider ${providerId}`;
      const inventories = this.#providers.get(providerId);
      if (inventories === undefined) yield `${what}, which does not exist`;
      else if (!inventories.has(resourceClass)) yield `${what}, which has no inventory of it`;
    }
  }

  *#hold({ id, allocations }: ConsumerFacts): Generator<RecordProblem> {
    for (const { providerId, resourceClass, amount } of allocations) {
      const held = this.#providers.get(providerId)?.get(resourceClass);
      if (held === undefined) continue;
      held.used += amount;
      if (isAllowedAmount(held.inventory, amount)) continue;
      const text = `consumer ${id} holds ${amount} ${resourceClass} of provider ${providerId}, which gives it out otherwise (min_unit, max_unit, step_size)`;
      yield { text, allowance: 'odd-amounts' };
    }
  }
}

/** All of it may be reserved, as for clients since 1.26, but no more. */
function* negativeCapacities({ provider, inventories }: WholeProvider): Generator<RecordProblem> {
  for (const inventory of inventories) {
    if (wholeCapacityOf(inventory) >= 0) continue;
    const text = `the inventory of ${inventory.resourceClass} on provider ${provider.id} has less than nothing to give (total, reserved, allocation_ratio)`;
    yield { text, allowance: 'negative-capacity' };
  }
}

/** What is held of an inventory. */
interface Held {
  readonly inventory: InventoryFacts;
  used: number;
}
