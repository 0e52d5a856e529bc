import type { Change, ConsumerFacts } from '@berth/engine/changes.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import type { StoredChange } from './stored-change.ts';

/** What the changes that are kept say, against what the rows say. */
export interface ChangesCheck {
  /** Sentences; none when all is well. */
  readonly problems: readonly string[];
  /** What would make the rows of consumers those that the changes have made. */
  readonly repairs: readonly Change[];
}

/**
 * Goes through the changes that are kept and notes what each thing was last said to be, and compares it with the rows, which are
 * to be the sum of all changes. What only forgotten changes tell of cannot be compared.
 */
export class CheckChanges {
  /** What each thing was last said to be, as a text to compare; null: it was removed. The key begins with what it is. */
  readonly #said = new Map<string, Said>();

  /** In order. */
  note({ number, change }: NumberedChange<StoredChange>): void {
    switch (change.kind) {
      case 'provider-set':
        this.#say(`provider ${change.provider.id}`, number, change);
        return;
      case 'provider-touched': {
        const said = this.#said.get(`provider ${change.id}`);
        if (said?.change?.kind !== 'provider-set') return;
        const { generation, at: updatedAt } = change;
        const provider = { ...said.change.provider, generation, updatedAt };
        this.#say(`provider ${change.id}`, number, { kind: 'provider-set', provider });
        return;
      }
      case 'provider-removed':
        this.#say(`provider ${change.id}`, number, null);
        for (const what of belongings) this.#say(`${what} of provider ${change.id}`, number, null);
        return;
      case 'inventories-set':
        this.#say(`inventories of provider ${change.id}`, number, change);
        return;
      case 'traits-set':
        this.#say(`traits of provider ${change.id}`, number, change);
        return;
      case 'aggregates-set':
        this.#say(`aggregates of provider ${change.id}`, number, change);
        return;
      case 'consumer-set':
        this.#say(`consumer ${change.consumer.id}`, number, change);
        return;
      case 'consumer-removed':
        this.#say(`consumer ${change.id}`, number, null);
        return;
      case 'trait-added':
        this.#say(`trait ${change.trait.name}`, number, change);
        return;
      case 'trait-removed':
        this.#say(`trait ${change.name}`, number, null);
        return;
      case 'class-added':
        this.#say(`resource class ${change.resourceClass.name}`, number, change);
        return;
      case 'class-removed':
        this.#say(`resource class ${change.name}`, number, null);
        return;
      case 'class-renamed':
        this.#rename(number, change);
    }
  }

  /** `state` is what the rows are, as the changes that make them from nothing. */
  compare(state: Iterable<Change>): ChangesCheck {
    const problems: string[] = [];
    const repairs: Change[] = [];
    for (const change of state) {
      const name = nameOf(change);
      const said = this.#said.get(name);
      this.#said.delete(name);
      if (said === undefined) continue;
      if (said.change === null) {
        problems.push(`There are rows of ${name}, and change ${said.number} has removed it.`);
        if (change.kind === 'consumer-set') {
          const { id, createdAt } = change.consumer;
          repairs.push({ kind: 'consumer-removed', id, createdAt });
        }
      } else if (textOf(change) !== textOf(said.change)) {
        problems.push(
          `The rows of ${name} are not what change ${said.number} has made them${differenceOf(change, said)}.`,
        );
        if (said.change.kind === 'consumer-set') {
          repairs.push({ kind: 'consumer-set', consumer: said.change.consumer });
        }
      }
    }
    for (const [name, { number, change }] of this.#said) {
      if (change === null || isOfNothing(change)) continue;
      problems.push(`There are no rows of ${name}, and change ${number} has set it.`);
    }
    return { problems, repairs };
  }

  #say(name: string, number: number, change: Change | null): void {
    this.#said.set(name, { number, change });
  }

  #rename(number: number, { from, to, at }: Extract<Change, { kind: 'class-renamed' }>): void {
    const renamed = <Of extends { readonly resourceClass: ClassName }>(each: Of): Of =>
      each.resourceClass === from ? { ...each, resourceClass: to } : each;
    for (const [name, { number: saidBy, change }] of this.#said) {
      if (change?.kind === 'inventories-set') {
        this.#say(name, saidBy, { ...change, inventories: change.inventories.map(renamed) });
      } else if (change?.kind === 'consumer-set') {
        const consumer = { ...change.consumer, allocations: change.consumer.allocations.map(renamed) };
        this.#say(name, saidBy, { kind: 'consumer-set', consumer });
      }
    }
    const old = this.#said.get(`resource class ${from}`);
    this.#say(`resource class ${from}`, number, null);
    if (old?.change?.kind !== 'class-added') return;
    const resourceClass = { ...old.change.resourceClass, name: to, updatedAt: at };
    this.#say(`resource class ${to}`, number, { kind: 'class-added', resourceClass });
  }
}

interface Said {
  readonly number: number;
  readonly change: Change | null;
}

const belongings = ['inventories', 'traits', 'aggregates'];

/** A state is made of these kinds alone. */
function nameOf(change: Change): string {
  switch (change.kind) {
    case 'provider-set':
      return `provider ${change.provider.id}`;
    case 'inventories-set':
      return `inventories of provider ${change.id}`;
    case 'traits-set':
      return `traits of provider ${change.id}`;
    case 'aggregates-set':
      return `aggregates of provider ${change.id}`;
    case 'consumer-set':
      return `consumer ${change.consumer.id}`;
    case 'trait-added':
      return `trait ${change.trait.name}`;
    case 'class-added':
      return `resource class ${change.resourceClass.name}`;
    default:
      return change.kind;
  }
}

/** Of a provider without any there is no row. */
function isOfNothing(change: Change): boolean {
  switch (change.kind) {
    case 'inventories-set':
      return change.inventories.length === 0;
    case 'traits-set':
      return change.traits.length === 0;
    case 'aggregates-set':
      return change.aggregates.length === 0;
    default:
      return false;
  }
}

/** Equal for changes that say the same, whatever the order of what has none. */
function textOf(change: Change): string {
  switch (change.kind) {
    case 'provider-set':
      return sorted(change.provider);
    case 'inventories-set':
      return change.inventories.map(sorted).sort().join();
    case 'traits-set':
      return change.traits.toSorted().join();
    case 'aggregates-set':
      return change.aggregates.toSorted().join();
    case 'consumer-set':
      return consumerText(change.consumer);
    case 'trait-added':
      return sorted(change.trait);
    case 'class-added':
      return sorted(change.resourceClass);
    default:
      return change.kind;
  }
}

function consumerText({ allocations, ...rest }: ConsumerFacts): string {
  return `${sorted(rest)} ${holdings({ allocations })}`;
}

function holdings({ allocations }: Pick<ConsumerFacts, 'allocations'>): string {
  return allocations
    .map(({ amount, resourceClass, providerId }) => `${amount} ${resourceClass} of ${providerId}`)
    .sort()
    .join(', ');
}

function sorted(object: object): string {
  return JSON.stringify(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function differenceOf(row: Change, { change }: Said): string {
  if (row.kind !== 'consumer-set' || change?.kind !== 'consumer-set') return '';
  return `: it holds ${holdings(row.consumer)}, and was given ${holdings(change.consumer)}`;
}
