import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import type { Action } from './actions/action.ts';
import { applyComputeChange } from './apply.ts';
import { type ComputeChange, setChange, StoredSet } from './changes.ts';
import { ComputeState } from './compute-state.ts';
import { type Noun, rowKeyOf } from './nouns.ts';
import { removalOf } from './removal-of.ts';
import type { Server } from './servers/server.ts';
import { dumpCompute } from './testing/dump-compute.ts';
import { someAction } from './testing/some-action.ts';
import { serverIdOf, someServer } from './testing/some-server.ts';

/** What looks like a part of a row, or has to be escaped in one. */
const name = fc.constantFrom(
  'web',
  '',
  '"',
  '\\',
  'Käse ✓',
  '","deletedAt":5,"x":"',
  '"userData":',
  '\u2028',
);
const named = fc.dictionary(fc.constantFrom('userData', 'deletedAt', 'flavor', 'id', 'a"'), name, {
  maxKeys: 2,
});
const instant = fc.integer({ min: 0, max: 5 });

const arbitraryServer: fc.Arbitrary<Server> = fc
  .record({
    id: fc.integer({ min: 1, max: 6 }).map(serverIdOf),
    name,
    hostname: name,
    description: fc.option(name),
    projectId: fc.constantFrom('p', 'q', '', 'a"b', 'f'.repeat(32)),
    updatedAt: fc.option(instant, { freq: 3 }),
    launchedAt: fc.option(instant),
    deletedAt: fc.option(instant, { freq: 2 }),
    flavor: named.map((extraSpecs) => ({ ...someServer().flavor, extraSpecs })),
    key: fc.option(fc.record({ name, publicKey: name })),
    userData: fc.option(name),
    metadata: named,
  })
  // A server keeps when it was made.
  .map((fields) => someServer({ ...fields, createdAt: Number.parseInt(fields.id.slice(-1), 16) % 3 }));

const arbitraryAction: fc.Arbitrary<Action> = fc
  .record({
    serverId: fc.integer({ min: 1, max: 3 }).map(serverIdOf),
    requestId: fc.constantFrom('req-1', 'req 2', 'req-"'),
    number: fc.integer({ min: 1, max: 9 }),
    name,
    events: fc.constantFrom([], [{ ...someEvent(), details: '"}' }, someEvent()]),
  })
  .map((fields) => someAction({ ...fields, startedAt: fields.requestId.length % 2 }));

function someEvent(): Action['events'][number] {
  const never = { finishedAt: null, result: null, details: null, traceback: null };
  return { name: 'build', host: 'h', startedAt: 1, ...never };
}

type Thing = readonly ['server', Server] | readonly ['action', Action];
/** As they come from a ledger. */
const arbitraryThing: fc.Arbitrary<Thing> = fc
  .oneof(
    arbitraryServer.map((thing) => ['server', thing] as const),
    arbitraryAction.map((thing) => ['action', thing] as const),
  )
  .map((thing) => JSON.parse(JSON.stringify(thing)) as Thing);

/** As this program writes it, as another might have, and as threads send it to each other. */
const written = ['usual', 'turned around', 'sent'] as const;

function storedSet([noun, thing]: Thing, how: (typeof written)[number]): ComputeChange {
  const members = how === 'turned around' ? Object.entries(thing).reverse() : Object.entries(thing);
  const text = JSON.stringify(Object.fromEntries(members));
  const set = new StoredSet<Noun>(noun, rowKeyOf<Noun>(noun, thing), text);
  // The compiler does not follow which noun it is.
  return (how === 'sent' ? JSON.parse(JSON.stringify(set)) : set) as ComputeChange;
}

/** What is asked of servers and actions, by whoever asks. */
function answersOf({ servers, actions }: ComputeState): unknown {
  const lists = [null, 'p', 'q', 'f'.repeat(32)].map((projectId) => servers.listsOf(projectId));
  const ids = Array.from({ length: 7 }, (_, index) => serverIdOf(index));
  return {
    lists: lists.map(({ live, deleted }) =>
      [live, deleted].flatMap(({ byCreation, byUpdate }) => [
        byCreation.size,
        byUpdate.size,
        [...byCreation.from(({ createdAt }) => createdAt > 1)],
        [...byUpdate.from(({ updatedAt }) => (updatedAt ?? 0) < 2)],
      ]),
    ),
    sizes: [servers.size, actions.size],
    servers: ids.map((id) => [servers.has(id), servers.get(id)]),
    actions: ids.map((id) => [actions.countOf(id), actions.oldestOf(id), [...actions.ofServer(id)]]),
  };
}

const step = fc.record({
  thing: arbitraryThing,
  how: fc.constantFrom(...written),
  next: fc.constantFrom('nothing', 'asked', 'set', 'removed', 'taken back'),
});

test('what comes as its row has it is what it would be if it had been read', () => {
  assertProperty(
    fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
      const [stored, read] = [new ComputeState(), new ComputeState()];
      for (const { thing, how, next } of steps) {
        const [noun, is] = thing;
        const set = setChange<Noun>(noun, is);
        // In a stored state each thing is there once.
        const isNew = !read.of[noun].has(is.id as never);
        const undo = applyComputeChange(stored, isNew ? storedSet(thing, how) : set);
        const expectedUndo = applyComputeChange(read, set);
        assert.deepEqual(undo, expectedUndo);
        if (next === 'asked') assert.deepEqual(answersOf(stored), answersOf(read));
        if (next === 'nothing' || next === 'asked') continue;
        const change = next === 'set' ? set : next === 'removed' ? removalOf<Noun>(noun, is) : undo;
        assert.deepEqual(applyComputeChange(stored, change), applyComputeChange(read, change));
      }
      assert.deepEqual(dumpCompute(stored), dumpCompute(read));
      assert.deepEqual(answersOf(stored), answersOf(read));
      assert.deepEqual(dumpCompute(stored), dumpCompute(read));
    }),
    1_000,
  );
});
