import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { serverIdOf, placeOn, someServer } from '../testing/some-server.ts';
import { findServers, type ServerQuery } from './find-servers.ts';
import type { Server } from './server.ts';
import { byCreation, compareIds } from './server-order.ts';
import { Servers } from './servers.ts';

const instant = fc.integer({ min: 0, max: 20 });
const idNumber = fc.integer({ min: 1, max: 60 });
const server: fc.Arbitrary<Server> = fc
  .record({
    number: idNumber,
    createdAt: instant,
    updatedAt: fc.option(instant),
    deletedAt: fc.option(instant, { freq: 2 }),
    projectId: fc.constantFrom('a', 'b'),
    host: fc.option(fc.constantFrom('h1', 'h2')),
    name: fc.constantFrom('x', 'y', 'z'),
  })
  .map(({ host, number, ...rest }) =>
    someServer({ ...rest, number, id: serverIdOf(number), place: host === null ? null : placeOn(host) }),
  );

type Asked = Omit<ServerQuery, 'after'> & { readonly marker: number | null };
const asked: fc.Arbitrary<Asked> = fc.record({
  projectId: fc.option(fc.constantFrom('a', 'b', 'c')),
  are: fc.constantFrom('live', 'deleted', 'live or deleted'),
  changed: fc.option(fc.record({ since: fc.option(instant), before: fc.option(instant) })),
  ids: fc.option(fc.array(idNumber.map(serverIdOf), { maxLength: 3 }), { freq: 9 }),
  host: fc.option(fc.constantFrom('h1', 'h2')),
  isWanted: fc.constantFrom(
    () => true,
    ({ name }: Server) => name === 'x',
  ),
  order: fc.constantFrom(null, byName),
  marker: fc.option(idNumber),
  limit: fc.constantFrom(0, 1, 3, 1000),
});

function byName(one: Server, other: Server): number {
  return one.name === other.name ? -compareIds(one, other) : one.name < other.name ? 1 : -1;
}

/** The same, slowly. */
function expected(servers: readonly Server[], query: ServerQuery): readonly Server[] {
  const { projectId, are, changed, ids, host, isWanted, after, limit } = query;
  const order = query.order ?? byCreation;
  return servers
    .filter((each) => projectId === null || each.projectId === projectId)
    .filter(({ deletedAt }) => are === 'live or deleted' || (are === 'deleted') === (deletedAt !== null))
    .filter(
      ({ updatedAt }) =>
        changed === null ||
        (updatedAt !== null && (changed.since ?? 0) <= updatedAt && updatedAt <= (changed.before ?? 99)),
    )
    .filter(({ id }) => ids === null || ids.includes(id))
    .filter(({ place }) => host === null || place?.host === host)
    .filter(isWanted)
    .sort(order)
    .filter((each) => after === null || order(after, each) < 0)
    .slice(0, limit);
}

test('what is found is what a look at all of them finds', () => {
  assertProperty(
    fc.property(fc.array(server, { maxLength: 60 }), asked, (given, { marker, ...rest }) => {
      const servers = new Servers();
      for (const each of given) servers.put(each);
      const after = marker === null ? null : (servers.get(serverIdOf(marker)) ?? null);
      const isOnHost = ({ place }: Server) => rest.host === null || place?.host === rest.host;
      const query: ServerQuery = {
        ...rest,
        after,
        isWanted: (each) => isOnHost(each) && rest.isWanted(each),
      };
      const steps = findServers({ servers }, query);
      let step = steps.next();
      while (!step.done) step = steps.next();
      const names = (found: readonly Server[]) => found.map(({ id }) => id);
      assert.deepEqual(names(step.value), names(expected([...servers.values()], query)));
    }),
    2_000,
  );
});

test('a long search goes on where it was, and finds each server once', () => {
  const servers = new Servers();
  const count = 5_000;
  for (let number = 1; number <= count; number++) {
    servers.put(someServer({ id: serverIdOf(number), number, createdAt: number, updatedAt: number }));
  }
  const all = {
    projectId: null,
    are: 'live or deleted',
    ids: null,
    host: null,
    isWanted: () => true,
    after: null,
  } as const;
  for (const order of [null, byName]) {
    const steps = findServers(
      { servers },
      { ...all, order, changed: { since: 0, before: null }, limit: count + 10 },
    );
    let step = steps.next();
    let pieces = 0;
    while (!step.done) {
      pieces += 1;
      // Meanwhile one changes that was not seen yet, and one is deleted that was.
      const changing = servers.get(serverIdOf(count / 2 + pieces));
      if (changing) servers.put({ ...changing, updatedAt: count + pieces });
      const going = servers.get(serverIdOf(pieces));
      if (going) servers.put({ ...going, deletedAt: count, updatedAt: count + 100 + pieces });
      step = steps.next();
    }
    assert.ok(pieces > 10);
    assert.equal(new Set(step.value.map(({ id }) => id)).size, count);
    assert.equal(step.value.length, count);
  }
});
