import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '@berth/engine/apply.ts';
import type { Change } from '@berth/engine/changes.ts';
import { providerFacts } from '@berth/engine/facts.ts';
import { given } from '@berth/engine/testing/given.ts';
import { id, named } from '@berth/engine/testing/names.ts';
import type { NumberedChange } from '@berth/ledger/journal/journal.ts';
import { TreeHistory } from './tree-history.ts';

/** Three hosts, and `numa0` below the first of them; moves of it are numbered from 1 on. */
function moving(isSwept: boolean) {
  const world = given(`
    cn1
      numa0
    cn2
    cn3`);
  const changes: NumberedChange<Change>[] = [];
  const feed = {
    forgottenThrough: 0,
    history: 0,
    get lastNumber() {
      return changes.length;
    },
    readAfter: (after: number, limit: number) => ({
      changes: changes.slice(Math.max(after, feed.forgottenThrough)).slice(0, limit),
      forgottenThrough: feed.forgottenThrough,
      hashBefore: null,
    }),
    onNews: () => () => {},
  };
  const move = (parent: string) => {
    const provider = { ...providerFacts(named(world, 'numa0')), parentId: id(parent), updatedAt: 1 };
    changes.push({
      number: changes.length + 1,
      at: 1,
      hash: '',
      change: { kind: 'provider-set', provider },
    });
    apply(world, { kind: 'provider-set', provider });
  };
  const trees = new TreeHistory(feed, () => world, isSwept ? 1 : undefined);
  /** The hosts among whose tree it may have been after a change. */
  const hostsAt = (number: number) =>
    ['cn1', 'cn2', 'cn3'].filter((host) => trees.areTogetherAt(number, id('numa0'), id(host))).join(' ');
  return { feed, move, trees, hostsAt };
}

test('without a move a provider has always been where it is', async () => {
  const { trees, hostsAt } = moving(false);
  await trees.catchUp();
  assert.equal(hostsAt(0), 'cn1');
});

test('before the first move that is kept it may have been anywhere, afterwards it is known where', async () => {
  const { move, trees, hostsAt } = moving(false);
  for (const host of ['cn2', 'cn3', 'cn1']) move(host);
  await trees.catchUp();
  assert.deepEqual([0, 1, 2, 3].map(hostsAt), ['cn1 cn2 cn3', 'cn2', 'cn3', 'cn1']);
});

test('it is not ready while the world has more than it has looked at', async () => {
  const { move, trees } = moving(false);
  move('cn2');
  assert.equal(trees.isReadyFor(1), false);
  await trees.catchUp();
  assert.equal(trees.isReadyFor(1), true);
  move('cn3');
  assert.equal(trees.isReadyFor(1), false);
});

test('what is forgotten in the journal is forgotten here, and no more than that', async () => {
  const { feed, move, trees, hostsAt } = moving(true);
  for (const host of ['cn2', 'cn3', 'cn1', 'cn2']) move(host);
  await trees.catchUp();
  feed.forgottenThrough = 2;
  await trees.catchUp();
  assert.deepEqual([2, 3, 4].map(hostsAt), ['cn3', 'cn1', 'cn2']);
  feed.forgottenThrough = 4;
  await trees.catchUp();
  assert.equal(hostsAt(4), 'cn2');
});

test('who comes so late that moves were missed does not guess', async () => {
  const { feed, move, trees, hostsAt } = moving(true);
  move('cn2');
  await trees.catchUp();
  for (const host of ['cn3', 'cn1', 'cn2']) move(host);
  feed.forgottenThrough = 3;
  await trees.catchUp();
  assert.deepEqual([3, 4].map(hostsAt), ['cn1 cn2 cn3', 'cn2']);
});
