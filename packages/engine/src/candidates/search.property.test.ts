import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { arbitraryQuery } from '../testing/arbitrary-query.ts';
import { arbitraryWorldToSearch } from '../testing/arbitrary-world.ts';
import { shownInOrder } from '../testing/candidates.ts';
import { given } from '../testing/given.ts';
import { parseQuery } from '../testing/parse-query.ts';
import { referenceSearch } from '../testing/reference-search.ts';
import type { World } from '../world.ts';
import type { CandidateOrder } from './search.ts';

const orders: readonly CandidateOrder[] = ['breadth-first', 'depth-first'];
const backwards = <Item>(items: Item[]) => items.toReversed();

test('the search finds what the rules say, each once, at a tree where it is, in any order (C1 to C14)', () => {
  let runCount = 0;
  let foundCount = 0;
  assertProperty(
    fc.property(arbitraryWorldToSearch(), arbitraryQuery(), (text, query) => {
      const world = given(text);
      const request = parseQuery(query);
      const expected = referenceSearch(world, request);
      const texts = expected.map((candidate) => candidate.text).sort();
      const anchorsOf = new Map(expected.map((candidate) => [candidate.text, candidate.anchors]));
      for (const order of orders) {
        for (const options of [
          { order },
          { order, vainMax: 0 },
          { order, wanted: 1 },
          { order, shuffle: backwards },
        ]) {
          const found = shownInOrder(world, query, options);
          assert.deepEqual(found.map((candidate) => candidate.text).sort(), texts);
          for (const { text, anchor } of found) {
            const anchors = Array.from(anchorsOf.get(text) ?? [], ({ name }) => name);
            assert.ok(anchors.includes(anchor), `${text} is at ${anchors.join()}, not at ${anchor}`);
          }
        }
      }
      runCount++;
      if (expected.length > 0) foundCount++;
    }),
    3000,
  );
  afterAllCases(() =>
    assert.ok(foundCount > runCount / 4, `only ${foundCount} of ${runCount} queries had candidates`),
  );
});

test('breadth first goes round the trees, depth first through one after the other (C17)', () => {
  assertProperty(
    fc.property(arbitraryWorldToSearch(), arbitraryQuery(), (text, query) => {
      const world = given(text);
      const lists = listsByTree(world, query);
      assert.deepEqual(textsOf(world, query, 'breadth-first'), inTurn(lists));
      assert.deepEqual(textsOf(world, query, 'depth-first'), [...new Set(lists.flat())]);
    }),
    1000,
  );
});

test('a few candidates are on as many trees as there are, unless trees have candidates in common (C17)', () => {
  assertProperty(
    fc.property(arbitraryWorldToSearch(), arbitraryQuery(), (text, query) => {
      const world = given(text);
      const expected = referenceSearch(world, parseQuery(query));
      fc.pre(expected.length > 0 && expected.every(({ anchors }) => anchors.size === 1));
      const treeCount = new Set(expected.flatMap(({ anchors }) => [...anchors])).size;
      const first = shownInOrder(world, query, { limit: treeCount });
      assert.equal(new Set(first.map(({ anchor }) => anchor)).size, treeCount);
    }),
    500,
  );
});

test('taking some gives the first of all (C17)', () => {
  assertProperty(
    fc.property(arbitraryWorldToSearch(), arbitraryQuery(), fc.nat({ max: 20 }), (text, query, limit) => {
      const world = given(text);
      for (const order of orders) {
        const all = shownInOrder(world, query, { order });
        assert.deepEqual(shownInOrder(world, query, { order, limit }), all.slice(0, limit));
      }
    }),
    500,
  );
});

/** One of each list, again and again; what another list has given (C14) is passed over. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const given = new Set<string>();
  let before: number;
  do {
    before = given.size;
    for (const list of lists) {
      const next = list.find((text) => !given.has(text));
      if (next !== undefined) given.add(next);
    }
  } while (given.size > before);
  return [...given];
}

/** For each tree, in the order in which the search takes them, all that it has: what it gives when it comes first. */
function listsByTree(world: World, query: string): string[][] {
  let trees: string[] = [];
  const noteTrees = <Tree extends { name: string }>(roots: Tree[]) => {
    trees = roots.map(({ name }) => name);
    return roots;
  };
  shownInOrder(world, query, { shuffle: noteTrees });
  return trees.map((tree) => {
    const shuffle = <Tree extends { name: string }>(roots: Tree[]) =>
      roots.filter(({ name }) => name === tree);
    return shownInOrder(world, query, { shuffle }).map(({ text }) => text);
  });
}

function textsOf(world: World, query: string, order: CandidateOrder): string[] {
  return shownInOrder(world, query, { order }).map(({ text }) => text);
}
