import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { apply } from '@berth/engine/apply.ts';
import { decide } from '@berth/engine/decide.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from '@berth/engine/testing/arbitrary-command.ts';
import { given } from '@berth/engine/testing/given.ts';
import { withRealGenerations } from '@berth/engine/testing/with-real-generations.ts';
import type { World } from '@berth/engine/world.ts';
import fc from 'fast-check';
import { versions } from '../versions.ts';
import { treeJson, treeJsonWhileSent } from './tree-json.ts';
import { snapshotTree } from './tree-snapshot.ts';

const newest = versions.indexOf('1.39');

test('a tree whose revisions are the same has the same answer, whatever has happened', () => {
  const counts = { same: 0, others: 0 };
  assertProperty(
    fc.property(
      arbitraryWorldInUse(),
      fc.array(arbitraryCommand(), { minLength: 1, maxLength: 20, size: '+1' }),
      (text, commands) => {
        const world = given(text);
        const seen = new Map<string, string>();
        compareAll(world, seen, counts);
        for (const command of commands) {
          for (const change of changesOf(world, withRealGenerations(world, command))) {
            const inverse = apply(world, change);
            compareAll(world, seen, counts);
            apply(world, inverse);
            apply(world, change);
          }
          compareAll(world, seen, counts);
        }
      },
    ),
    150,
  );
  afterAllCases(() => assert.ok(counts.same > 1_000 && counts.others > 1_000, JSON.stringify(counts)));
});

/** Roots are told apart by their numbers in this test, since a root that is removed may come again under its id. */
const numbers = new WeakMap<object, number>();
let next = 0;

function compareAll(world: World, seen: Map<string, string>, counts: { same: number; others: number }): void {
  for (const root of world.roots) {
    if (!numbers.has(root)) numbers.set(root, next++);
    for (const withConsumers of [false, true]) {
      const snapshot = snapshotTree(world, root, withConsumers);
      const answer = treeJson(snapshot, newest);
      const key = `${numbers.get(root)} ${withConsumers} ${snapshot.revisions}`;
      const known = seen.get(key);
      assert.equal(answer, known ?? answer);
      counts[known === undefined ? 'others' : 'same']++;
      seen.set(key, answer);
    }
  }
}

function changesOf(world: World, command: Parameters<typeof decide>[1]) {
  try {
    return decide(world, command);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

test('a snapshot is encoded later as it was when it was taken', () => {
  assertProperty(
    fc.property(
      arbitraryWorldInUse(),
      fc.array(arbitraryCommand(), { maxLength: 20, size: '+1' }),
      (text, commands) => {
        const world = given(text);
        const taken = Array.from(world.roots, (root) => {
          const snapshot = snapshotTree(world, root, true);
          return { snapshot, answer: treeJson(snapshot, newest) };
        });
        for (const command of commands) {
          for (const change of changesOf(world, withRealGenerations(world, command))) apply(world, change);
        }
        for (const { snapshot, answer } of taken) {
          assert.equal(Buffer.concat([...treeJsonWhileSent(snapshot, newest)]).toString(), answer);
        }
      },
    ),
    150,
  );
});
