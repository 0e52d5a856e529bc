import type { Row } from '@berth/ledger/journal/projection.ts';

type Read = (table: string) => Iterable<Row>;

/** What a ledger holds, and what is wrong with it. */
export interface RowsCheck {
  readonly counts: Readonly<Record<string, number>>;
  /** Sentences; none when all is well. */
  readonly problems: readonly string[];
}

/**
 * Goes through all rows and looks for what must not be: something that refers to nothing, a loop of parents, a
 * consumer without allocations, two providers of one name. It takes nothing for granted, since it is asked when there is
 * doubt.
 */
export function checkRows(read: Read): RowsCheck {
  const counts: Record<string, number> = {};
  const problems: string[] = [];
  function* counted(table: string): Generator<Row> {
    let count = 0;
    for (const row of read(table)) {
      count++;
      yield row;
    }
    counts[table] = count;
  }

  const classes = new Set(counted('resource_classes').map(({ name }) => name));
  const traits = new Set(counted('traits').map(({ name }) => name));
  const parents = new Map(counted('providers').map((row) => [row['id'], row['parent_id']] as const));
  problems.push(...nameProblems(read('providers')), ...treeProblems(parents));

  const inventories = new Set<string>();
  for (const row of counted('inventories')) {
    const what = `inventory of ${row['resource_class']} on provider ${row['provider_id']}`;
    if (!parents.has(row['provider_id'] ?? null)) problems.push(`The ${what} has no provider.`);
    if (!classes.has(row['resource_class'] ?? null))
      problems.push(`The ${what} is of a class that does not exist.`);
    inventories.add(pair(row));
  }
  for (const row of counted('provider_traits')) {
    const what = `trait ${row['trait']} of provider ${row['provider_id']}`;
    if (!parents.has(row['provider_id'] ?? null)) problems.push(`The ${what} has no provider.`);
    if (!traits.has(row['trait'] ?? null)) problems.push(`The ${what} does not exist.`);
  }
  for (const row of counted('provider_aggregates')) {
    if (!parents.has(row['provider_id'] ?? null)) {
      problems.push(`The provider ${row['provider_id']} of aggregate ${row['aggregate_id']} does not exist.`);
    }
  }

  const madeAt = new Map<Id, Id>();
  for (const { id, created_at } of counted('consumers')) {
    if (madeAt.has(id)) problems.push(`Consumer ${id} is there twice.`);
    madeAt.set(id, created_at);
  }
  const withoutAllocations = new Set(madeAt.keys());
  for (const row of counted('allocations')) {
    const what = `allocation of ${row['resource_class']} from provider ${row['provider_id']} to consumer ${row['consumer_id']}`;
    if (!madeAt.has(row['consumer_id'])) problems.push(`The ${what} has no consumer.`);
    else if (madeAt.get(row['consumer_id']) !== row['consumer_created_at']) {
      problems.push(`The ${what} lies where one of another time would.`);
    }
    if (!inventories.has(pair(row))) problems.push(`The ${what} has no inventory.`);
    if (!Number.isSafeInteger(row['amount']) || (row['amount'] as number) < 1) {
      problems.push(`The ${what} is of ${row['amount']}.`);
    }
    withoutAllocations.delete(row['consumer_id']);
  }
  for (const id of withoutAllocations) problems.push(`Consumer ${id} has no allocations.`);
  return { counts, problems };
}

function pair(row: Row): string {
  return `${row['provider_id']} ${row['resource_class']}`;
}

type Id = Row[string] | undefined;

function nameProblems(providers: Iterable<Row>): string[] {
  const seen = new Map<Id, Id>();
  const problems: string[] = [];
  for (const { id, name } of providers) {
    if (seen.has(name)) problems.push(`Providers ${seen.get(name)} and ${id} have the same name, ${name}.`);
    seen.set(name, id);
  }
  return problems;
}

function treeProblems(parents: ReadonlyMap<Id, Id>): string[] {
  const problems: string[] = [];
  /** Those from which a root is reached. */
  const rooted = new Set<Id>();
  for (const [start] of parents) {
    const path = new Set<Id>();
    let at: Id = start;
    while (at !== null && at !== undefined && !rooted.has(at) && !path.has(at)) {
      path.add(at);
      if (!parents.has(at)) break;
      at = parents.get(at);
    }
    if (at === null || rooted.has(at)) for (const id of path) rooted.add(id);
    else if (path.has(at) && parents.has(at))
      problems.push(`Provider ${start} is in or below a loop of parents.`);
    else problems.push(`Provider ${start} is below ${at}, which does not exist.`);
  }
  return problems;
}
