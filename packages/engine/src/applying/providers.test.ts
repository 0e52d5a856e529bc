import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '../apply.ts';
import type { Change } from '../changes.ts';
import { decide } from '../decide.ts';
import type { ProviderId } from '../ids.ts';
import { WorldState } from '../world.ts';

const depth = 20_000;
const idOf = (level: number) => `level-${level}` as ProviderId;

/** A tree in which every provider has one child, deeper than calls can be nested. */
function oneChain(): WorldState {
  const world = new WorldState();
  for (let level = 0; level < depth; level++) {
    const parentId = level === 0 ? null : idOf(level - 1);
    const command = {
      kind: 'create-provider',
      id: idOf(level),
      name: idOf(level),
      parentId,
      now: 1,
    } as const;
    for (const change of decide(world, command)) apply(world, change);
  }
  return world;
}

test('a tree of any depth can be taken apart and put together again', () => {
  const world = oneChain();
  assert.equal(world.providers.get(idOf(0))?.tree.length, depth);

  const update = {
    kind: 'update-provider',
    id: idOf(1),
    name: 'level-1',
    allowsReparenting: true,
    now: 2,
  } as const;
  const undo: Change[] = decide(world, { ...update, parentId: null }).map((change) => apply(world, change));
  assert.equal(world.providers.get(idOf(0))?.tree.length, 1);
  assert.equal(world.providers.get(idOf(depth - 1))?.root, world.providers.get(idOf(1)));

  for (const change of undo.toReversed()) apply(world, change);
  assert.equal(world.providers.get(idOf(depth - 1))?.root, world.providers.get(idOf(0)));
  assert.equal(world.providers.get(idOf(0))?.tree.length, depth);
});

test('a provider cannot be put below itself, however far down', () => {
  const world = oneChain();
  assert.throws(
    () =>
      decide(world, {
        kind: 'update-provider',
        id: idOf(0),
        name: 'level-0',
        parentId: idOf(depth - 1),
        allowsReparenting: true,
        now: 2,
      }),
    { message: 'parent-makes-loop' },
  );
});
