import { capacityOf, isAllowedAmount, wholeCapacityOf } from '@berth/engine/inventory.ts';
import type { ConsumerFacts, InventoryFacts } from '@berth/engine/changes.ts';
import { RecordCounter, type RecordCounts } from './record-counts.ts';
import type { LedgerRecord, WholeProvider } from './ledger-record.ts';
import type { RecordSource } from './record-source.ts';
import { ruleProblems } from './record-rules.ts';

/** The records make no ledger. Says what is wrong with which of them, as far as it was looked. */
export class BadRecords extends Error {
  constructor(source: RecordSource, problems: readonly string[]) {
    super(`${source.name} cannot be imported: ${problems.join('; ')}`);
    this.name = 'BadRecords';
  }
}

/**
 * What is no client's wish, and yet can be there: inventories may shrink below what is held of them and change their steps, and
 * what is held stays; and a reshape may leave an inventory that reserves more than it has.
 */
export const allowances = ['over-allocation', 'odd-amounts', 'negative-capacity'] as const;
export type Allowance = (typeof allowances)[number];

export interface CheckOptions {
  readonly allowed?: ReadonlySet<Allowance>;
  /** Told of everything that only an allowance lets in. */
  readonly onAllowed?: (what: string) => void;
  readonly onProgress?: (records: number) => void;
}

const problemsMax = 20;

/**
 * Goes through all records before anything is done with them: each obeys the rules of the API, nothing is there twice, refers to
 * what is not there, or holds more than there is. Gives the counts.
 */
export async function checkRecords(
  source: RecordSource,
  { allowed = new Set(), onAllowed = () => {}, onProgress = () => {} }: CheckOptions = {},
): Promise<RecordCounts> {
  const check = new RecordCheck();
  const counter = new RecordCounter();
  const problems: string[] = [];
  let position = 0;
  const note = (place: string, { text, allowance }: RecordProblem) => {
    if (allowance !== null && allowed.has(allowance)) onAllowed(text);
    else problems.push(`${place}${text}${allowance === null ? '' : ` (--allow ${allowance} lets it in)`}`);
    if (problems.length >= problemsMax) throw new BadRecords(source, problems);
  };
  for await (const records of source.read()) {
    for (const record of records) {
      position++;
      counter.count(record);
      for (const problem of check.problemsOf(record)) note(`${source.placeOf(position)}: `, problem);
    }
    onProgress(position);
  }
  for (const problem of check.problemsOfAll()) note('', problem);
  if (problems.length > 0) throw new BadRecords(source, problems);
  return counter.counts;
}

/** Whether each record by itself obeys the rules: for records that are not yet sure to belong together. */
export async function checkRules(source: RecordSource): Promise<void> {
  const problems: string[] = [];
  let position = 0;
  for await (const records of source.read()) {
    for (const record of records) {
      position++;
      for (const problem of ruleProblems(record)) problems.push(`${source.placeOf(position)}: ${problem}`);
      if (problems.length >= problemsMax) throw new BadRecords(source, problems);
    }
  }
  if (problems.length > 0) throw new BadRecords(source, problems);
}

export interface RecordProblem {
  readonly text: string;
  /** What would let it in; null: nothing does. */
  readonly allowance: Allowance | null;
}

const kindsInOrder = ['class', 'trait', 'provider', 'consumer'] as const satisfies LedgerRecord['kind'][];

/** To be asked about every record, in the order of an export, and then about all of them together. */
export class RecordCheck {
  readonly #classes = new Set<string>();
  readonly #traits = new Set<string>();
  readonly #names = new Set<string>();
  /** Of each provider, the classes it has an inventory of. */
  readonly #providers = new Map<string, ReadonlyMap<string, Held>>();
  readonly #consumers = new Set<string>();
  #rank = 0;

  *problemsOf(record: LedgerRecord): Generator<RecordProblem> {
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

  *#problemsOf(record: LedgerRecord): Generator<string> {
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
