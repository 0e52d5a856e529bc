import type { LedgerRecord, WholeProvider } from './ledger-record.ts';
import type { ConsumerFacts } from '@berth/engine/changes.ts';
import { RecordCounter, type RecordCounts } from './export-format.ts';
import type { RecordSource } from './record-source.ts';

/** The records make no ledger. Says what is wrong with which of them, as far as it was looked. */
export class BadRecords extends Error {
  constructor(source: RecordSource, problems: readonly string[]) {
    super(`${source.name} cannot be imported: ${problems.join('; ')}`);
    this.name = 'BadRecords';
  }
}

const problemsMax = 20;

/**
 * Goes through all records before anything is done with them: nothing may be there twice, or refer to what is not there. Gives the
 * counts.
 */
export async function checkRecords(
  source: RecordSource,
  onProgress: (records: number) => void = () => {},
): Promise<RecordCounts> {
  const check = new RecordCheck();
  const counter = new RecordCounter();
  const problems: string[] = [];
  let position = 0;
  for await (const records of source.read()) {
    for (const record of records) {
      position++;
      counter.count(record);
      for (const problem of check.problemsOf(record))
        problems.push(`${source.placeOf(position)}: ${problem}`);
      if (problems.length >= problemsMax) throw new BadRecords(source, problems);
    }
    onProgress(position);
  }
  if (problems.length > 0) throw new BadRecords(source, problems);
  return counter.counts;
}

const kindsInOrder = ['class', 'trait', 'provider', 'consumer'] as const satisfies LedgerRecord['kind'][];

class RecordCheck {
  readonly #classes = new Set<string>();
  readonly #traits = new Set<string>();
  readonly #names = new Set<string>();
  /** Of each provider, the classes it has an inventory of. */
  readonly #providers = new Map<string, ReadonlySet<string>>();
  readonly #consumers = new Set<string>();
  #rank = 0;

  *problemsOf(record: LedgerRecord): Generator<string> {
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
    this.#providers.set(id, new Set(inventories.map(({ resourceClass }) => resourceClass)));
  }

  *#ofConsumer({ id, allocations }: ConsumerFacts): Generator<string> {
    yield* this.#isFirst(this.#consumers, id, 'consumer');
    if (allocations.length === 0) yield `consumer ${id} holds nothing`;
    for (const { providerId, resourceClass, amount } of allocations) {
      const what = `consumer ${id} holds ${amount} ${resourceClass} of provider ${providerId}`;
      const inventories = this.#providers.get(providerId);
      if (inventories === undefined) yield `${what}, which does not exist`;
      else if (!inventories.has(resourceClass)) yield `${what}, which has no inventory of it`;
      if (amount < 1) yield `${what}, which is nothing`;
    }
  }
}
