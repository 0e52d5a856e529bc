import type { WorldPlan } from '../worlds/world-plan.ts';

/** What was there before: the original makes its own numbers for traits and classes. */
export interface KnownIds {
  readonly traits: ReadonlyMap<string, number>;
  readonly classes: ReadonlyMap<string, number>;
}

type Row = readonly (string | number | null)[];

const rowsInStatement = 1000;

/** SQL that fills an empty database of the original (Zed's schema and after) with a world, as its API would have done. */
export function* insertStatements(plan: WorldPlan, known: KnownIds): Generator<string> {
  const providers = numbered(plan.providers.map(({ uuid }) => uuid));
  const aggregates = numbered(plan.providers.flatMap((provider) => provider.aggregates));
  const projects = numbered(plan.consumers.map(({ project }) => project));
  const users = numbered(plan.consumers.map(({ user }) => user));
  const claims = claimsOn(plan);

  yield* inserts(
    'resource_providers',
    'id, uuid, name, generation, root_provider_id, parent_provider_id',
    plan.providers.map((provider) => [
      idOf(providers, provider.uuid),
      provider.uuid,
      provider.name,
      writesOf(provider.traits, provider.aggregates) + (claims.get(provider.uuid) ?? 0),
      idOf(providers, provider.root),
      provider.parent === null ? null : idOf(providers, provider.parent),
    ]),
  );
  yield* inserts(
    'inventories',
    'resource_provider_id, resource_class_id, total, reserved, min_unit, max_unit, step_size, allocation_ratio',
    plan.providers.flatMap(({ uuid, inventories }) =>
      Object.entries(inventories).map(
        ([name, { total, reserved, minUnit, maxUnit, stepSize, allocationRatio }]): Row => [
          idOf(providers, uuid),
          idOf(known.classes, name),
          total,
          reserved,
          minUnit,
          maxUnit,
          stepSize,
          allocationRatio,
        ],
      ),
    ),
  );
  yield* inserts(
    'resource_provider_traits',
    'resource_provider_id, trait_id',
    plan.providers.flatMap(({ uuid, traits }) =>
      traits.map((trait): Row => [idOf(providers, uuid), idOf(known.traits, trait)]),
    ),
  );
  yield* inserts(
    'placement_aggregates',
    'id, uuid',
    Array.from(aggregates, ([uuid, id]) => [id, uuid]),
  );
  yield* inserts(
    'resource_provider_aggregates',
    'resource_provider_id, aggregate_id',
    plan.providers.flatMap((provider) =>
      provider.aggregates.map((uuid): Row => [idOf(providers, provider.uuid), idOf(aggregates, uuid)]),
    ),
  );
  yield* inserts(
    'projects',
    'id, external_id',
    Array.from(projects, ([uuid, id]) => [id, uuid]),
  );
  yield* inserts(
    'users',
    'id, external_id',
    Array.from(users, ([uuid, id]) => [id, uuid]),
  );
  yield* inserts('consumer_types', 'id, name', [[instanceType, 'INSTANCE']]);
  yield* inserts(
    'consumers',
    'uuid, project_id, user_id, generation, consumer_type_id',
    plan.consumers.map(({ uuid, project, user }) => [
      uuid,
      idOf(projects, project),
      idOf(users, user),
      1,
      instanceType,
    ]),
  );
  yield* inserts(
    'allocations',
    'resource_provider_id, consumer_id, resource_class_id, used',
    plan.consumers.flatMap(({ uuid, allocations }) =>
      allocations.map(
        ({ provider, resourceClass, amount }): Row => [
          idOf(providers, provider),
          uuid,
          idOf(known.classes, resourceClass),
          amount,
        ],
      ),
    ),
  );
}

const instanceType = 1;

/** Each has a time of making, which the original's own rows have. */
function* inserts(table: string, columns: string, rows: readonly Row[]): Generator<string> {
  for (let start = 0; start < rows.length; start += rowsInStatement) {
    const values = rows
      .slice(start, start + rowsInStatement)
      .map((row) => `(current_timestamp,${row.map(literal).join()})`);
    yield `insert into ${table} (created_at, ${columns}) values ${values.join(',\n')};`;
  }
}

/** Plans hold no quotes. */
function literal(value: string | number | null): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${value}'`;
}

function numbered(names: readonly string[]): Map<string, number> {
  return new Map([...new Set(names)].map((name, index) => [name, index + 1]));
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The original does not know ${name}.`);
  return id;
}

/** How often a provider was written when it was made: inventories always, traits and aggregates if there are any. */
function writesOf(...lists: readonly (readonly string[])[]): number {
  return 1 + lists.filter((list) => list.length > 0).length;
}

function claimsOn({ consumers }: WorldPlan): Map<string, number> {
  const claims = new Map<string, number>();
  for (const { allocations } of consumers) {
    for (const provider of new Set(allocations.map((allocation) => allocation.provider))) {
      claims.set(provider, (claims.get(provider) ?? 0) + 1);
    }
  }
  return claims;
}
