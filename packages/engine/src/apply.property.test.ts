import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { apply } from './apply.ts';
import type { Change } from './changes.ts';
import { decide } from './decide.ts';
import type { Provider } from './provider.ts';
import { Refusal } from './refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from './testing/arbitrary-command.ts';
import { checkWorld } from './testing/check-world.ts';
import { dumpProvider, dumpWorld } from './testing/dump-world.ts';
import { given } from './testing/given.ts';
import { changeKinds, refusalKinds } from './testing/kinds.ts';
import { withRealGenerations } from './testing/with-real-generations.ts';
import type { World, WorldState } from './world.ts';

const arbitraryCommands = fc.array(arbitraryCommand(), { minLength: 1, maxLength: 20, size: '+1' });
test('after every command what always holds still does, and its changes can be taken back and made again', () => {
  const seen = new Set<string>();
  assertProperty(
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
    600,
  );
  const missing = [...changeKinds, ...refusalKinds].filter((kind) => !seen.has(kind));
  afterAllCases(() => assert.deepEqual(missing, [], 'every change and every refusal came up'));
});

test('what is kept until a revision moves on is never stale: of a provider, and of a tree', () => {
  assertProperty(
    fc.property(arbitraryWorldInUse(), arbitraryCommands, (text, commands) => {
      const world = given(text);
      const kept: Kept = new Map();
      keepAll(world, kept);
      for (const command of commands) {
        for (const change of decideOrRefuse(world, withRealGenerations(world, command))) {
          const inverse = apply(world, change);
          keepAll(world, kept);
          apply(world, inverse);
          keepAll(world, kept);
          apply(world, change);
          keepAll(world, kept);
        }
      }
    }),
    200,
  );
});

/** For each provider, what was seen of it and, if it is a root, of its tree, at each revision. */
type Kept = Map<Provider, Map<string, string>>;

function keepAll(world: World, kept: Kept): void {
  for (const provider of world.providers.values()) {
    const seen = kept.get(provider) ?? new Map<string, string>();
    kept.set(provider, seen);
    keep(seen, `at ${provider.revision}`, textOf(provider));
    const isRoot = provider.parent === null;
    if (isRoot) keep(seen, `tree at ${provider.treeRevision}`, provider.tree.map(textOf).join());
  }
}

/** What it is and has. Who its children are is told by them, and by the tree. */
function textOf(provider: Provider): string {
  return JSON.stringify({ ...dumpProvider(provider), children: [], tree: [] });
}

function keep(seen: Map<string, string>, when: string, text: string): void {
  assert.equal(text, seen.get(when) ?? text, `it is as it was ${when}`);
  seen.set(when, text);
}

function decideOrRefuse(
  world: World,
  command: Parameters<typeof decide>[1],
  seen?: Set<string>,
): readonly Change[] {
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
