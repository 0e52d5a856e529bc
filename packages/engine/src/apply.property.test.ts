import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { apply } from './apply.ts';
import type { Change } from './changes.ts';
import { decide } from './decide.ts';
import type { Provider } from './provider.ts';
import { Refusal } from './refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from './testing/arbitrary-command.ts';
import { checkWorld } from './testing/check-world.ts';
import { dumpWorld } from './testing/dump-world.ts';
import { given } from './testing/given.ts';
import { changeKinds, refusalKinds } from './testing/kinds.ts';
import { propertyRuns } from './testing/property-runs.ts';
import { withRealGenerations } from './testing/with-real-generations.ts';
import type { World, WorldState } from './world.ts';

const arbitraryCommands = fc.array(arbitraryCommand(), { minLength: 1, maxLength: 20, size: '+1' });
const runs = propertyRuns(800);

test('after every command what always holds still does, and its changes can be taken back and made again', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(arbitraryWorldInUse(), arbitraryCommands, (text, commands) => {
      const world = given(text);
      checkWorld(world);
      const inverses: Change[] = [];
      const atFirst = dumpWorld(world);
      for (const each of commands) {
        const command = withRealGenerations(world, each);
        const before = dumpWorld(world);
        const changes = decideOrRefuse(world, command, seen);
        assert.deepEqual(dumpWorld(world), before, 'deciding changes nothing');

        const taken = applyAll(world, changes);
        const after = dumpWorld(world);
        checkWorld(world);
        applyAll(world, taken.toReversed());
        assert.deepEqual(dumpWorld(world), before, 'taken back');
        checkWorld(world);
        inverses.push(...applyAll(world, changes));
        assert.deepEqual(dumpWorld(world), after, 'made again');
        for (const { kind } of changes) seen.add(kind);
      }
      applyAll(world, inverses.toReversed());
      assert.deepEqual(dumpWorld(world), atFirst, 'all taken back');
    }),
    runs,
  );
  const missing = [...changeKinds, ...refusalKinds].filter((kind) => !seen.has(kind));
  if (runs.numRuns >= 800) assert.deepEqual(missing, [], 'every change and every refusal came up');
});

test('a provider whose summary has changed has another revision', () => {
  fc.assert(
    fc.property(arbitraryWorldInUse(), arbitraryCommands, (text, commands) => {
      const world = given(text);
      for (const command of commands) {
        const changes = decideOrRefuse(world, withRealGenerations(world, command));
        for (const change of changes) checkRevisions(world, () => apply(world, change));
      }
    }),
    propertyRuns(400),
  );
});

function checkRevisions(world: World, act: () => void): void {
  const before = Array.from(world.providers.values(), (provider) => ({
    provider,
    revision: provider.revision,
    summary: summaryOf(provider),
  }));
  act();
  for (const { provider, revision, summary } of before) {
    assert.ok(provider.revision >= revision, 'a revision only moves on');
    if (summaryOf(provider) !== summary) assert.notEqual(provider.revision, revision);
  }
}

/** Whatever an answer about candidates shows of a provider. */
function summaryOf({ id, parent, root, inventories, used, traits }: Provider): string {
  return JSON.stringify([id, parent?.id, root.id, [...inventories], [...used], [...traits]]);
}

function decideOrRefuse(world: World, command: Parameters<typeof decide>[1], seen?: Set<string>): readonly Change[] {
  try {
    return decide(world, command);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    seen?.add(error.reason.kind);
    return [];
  }
}

function applyAll(world: WorldState, changes: readonly Change[]): Change[] {
  return changes.map((change) => apply(world, change));
}
