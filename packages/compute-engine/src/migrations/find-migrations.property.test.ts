import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { migrationIdOf, someMigration } from '../testing/some-migration.ts';
import { placeOn, serverIdOf } from '../testing/some-server.ts';
import { findMigrations, type MigrationQuery } from './find-migrations.ts';
import type { Migration } from './migration.ts';
import { hasFacet, Migrations, newestFirst } from './migrations.ts';

const instant = fc.integer({ min: 0, max: 20 });
const number = fc.integer({ min: 1, max: 60 });
const host = fc.constantFrom('h1', 'h2');
const migration: fc.Arbitrary<Migration> = fc
  .record({
    number,
    createdAt: instant,
    updatedAt: fc.option(instant),
    serverId: fc.constantFrom(serverIdOf(1), serverIdOf(2)),
    status: fc.constantFrom('error', 'confirmed', 'running'),
    type: fc.constantFrom('resize', 'live-migration'),
    projectId: fc.constantFrom('a', 'b'),
    userId: fc.constantFrom('u', 'v'),
    source: host.map(placeOn),
    target: fc.option(host.map((name) => ({ ...placeOn(name), address: null }))),
  })
  .map((fields) => someMigration(fields));

const facet = fc.constantFrom(
  ['server', serverIdOf(1)] as const,
  ['host', 'h1'] as const,
  ['host', ''] as const,
  ['status', 'error'] as const,
  ['status', '__proto__'] as const,
  ['type', 'resize'] as const,
  ['project', 'a'] as const,
  ['user', 'v'] as const,
);
const asked = fc.record({
  facets: fc.array(facet, { maxLength: 3 }),
  sourceHost: fc.option(host),
  changed: fc.option(fc.record({ since: fc.option(instant), before: fc.option(instant) })),
  marker: fc.option(number),
  limit: fc.constantFrom(0, 1, 3, 1000),
});

/** The same, slowly. */
function expected(all: readonly Migration[], query: MigrationQuery): readonly Migration[] {
  const { facets, sourceHost, changed, after, limit } = query;
  return all
    .filter((each) => facets.every(([name, value]) => hasFacet(each, name, value)))
    .filter(({ source }) => sourceHost === null || source.host === sourceHost)
    .filter(
      ({ updatedAt }) =>
        changed === null ||
        (updatedAt !== null && (changed.since ?? 0) <= updatedAt && updatedAt <= (changed.before ?? 99)),
    )
    .toSorted(newestFirst)
    .filter((each) => after === null || newestFirst(after, each) < 0)
    .slice(0, limit);
}

test('a page has the migrations that are asked for, in order, whatever was put and removed before', () => {
  assertProperty(
    fc.property(
      fc.array(fc.oneof(migration, number), { maxLength: 80, size: '+1' }),
      fc.array(asked, { minLength: 1, maxLength: 5 }),
      (steps, queries) => {
        const migrations = new Migrations();
        for (const step of steps) {
          if (typeof step !== 'number') migrations.put(step);
          else if (migrations.has(migrationIdOf(step))) migrations.remove(migrationIdOf(step));
        }
        const all = [...migrations.values()];
        for (const { marker, ...rest } of queries) {
          const after = marker === null ? null : (migrations.get(migrationIdOf(marker)) ?? null);
          const query = { ...rest, after };
          assert.deepEqual(found(migrations, query), expected(all, query));
        }
      },
    ),
    300,
  );
});

function found(migrations: Migrations, query: MigrationQuery): readonly Migration[] {
  const steps = findMigrations({ migrations }, query);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
