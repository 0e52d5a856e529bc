import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterAllCases, runsOf } from '@berth/testing/random-cases.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import type { CandidateRequest } from '../candidates/request.ts';
import { Search } from '../candidates/search.ts';
import { apply } from '../apply.ts';
import { decide } from '../decide.ts';
import { Refusal } from '../refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from '../testing/arbitrary-command.ts';
import { arbitraryQuery } from '../testing/arbitrary-query.ts';
import { arbitraryWorldToSearch } from '../testing/arbitrary-world.ts';
import { given } from '../testing/given.ts';
import { parseQuery } from '../testing/parse-query.ts';
import { referenceSearch } from '../testing/reference-search.ts';
import { withRealGenerations } from '../testing/with-real-generations.ts';
import type { World } from '../world.ts';
import { explain, explaining } from './explain.ts';
import type { Bound, Change, Explanation, FunnelStep, Relaxation } from './explanation.ts';
import { movesOf } from './moves.ts';
import { relax } from './relax.ts';
import { everyRelaxation, isPartOf, partsOf, sizeOf } from '../testing/every-relaxation.ts';

const bounds = {
  isOverdue: () => false,
  nearestMax: 100,
  relaxationsMax: 10,
  candidatesMax: 100_000,
  mayAskRoot: true,
};

test('the funnel ends with the number of trees that have candidates', () => {
  let withCandidates = 0;
  assertProperty(
    fc.property(arbitraryWorldToSearch(), arbitraryQuery(), (text, query) => {
      const world = given(text);
      const request = parseQuery(query);
      const explanation = explain(world, request, { ...bounds, relaxationsMax: 0 });
      const expected = referenceSearch(world, request);
      const trees = new Set(expected.flatMap(({ anchors }) => [...anchors]));
      const { funnel, excluded, nearest } = explanation;
      assert.equal(explanation.treeCount + explanation.sharingTreeCount, world.roots.size);
      assert.deepEqual(explanation.reached, []);
      assert.equal(explanation.candidateTreeCount, trees.size);
      assert.equal(funnel.together.at(-1)?.trees ?? funnel.everyGroup, trees.size);

      // Fewer are left after every step, from all trees to those that have candidates.
      const left = [explanation.treeCount, ...treesOf(funnel.roots)].at(-1) ?? 0;
      for (const { steps } of funnel.groups) assertFalls([left, ...treesOf(steps), funnel.everyGroup]);
      assertFalls([funnel.everyGroup, ...treesOf(funnel.together)]);

      // Every other tree is excluded once.
      const excludedCount = excluded.reduce((sum, each) => sum + each.trees, 0);
      assert.equal(excludedCount, explanation.treeCount - trees.size);
      assert.equal(nearest.length, excludedCount);
      for (const { root } of nearest) assert.ok(!trees.has(root), `${root.name} has a candidate`);
      if (trees.size > 0) withCandidates++;
    }),
    2000,
  );
  afterAllCases(() => assert.ok(withCandidates > 0));
});

test('a relaxation works, no part of it does, and all of the smallest are told, first', (t) => {
  let relaxedCount = 0;
  let exhaustiveCount = 0;
  let movedCount = 0;
  const runs = runsOf(60);
  assertProperty(
    fc.property(arbitraryWorldToSearch(), arbitraryQuery(), (text, query) => {
      const trial = new Trial(given(text), parseQuery(query));
      fc.pre(!trial.works([]));
      const { relaxations, reached } = explain(trial.world, trial.request, bounds);
      assert.deepEqual(withoutSize(reached), []);
      for (const relaxation of relaxations) trial.assertWorks(relaxation);
      for (const { changes } of relaxations) trial.assertMinimal(changes);
      for (const { changes } of relaxations) {
        movedCount += changes.filter(({ kind }) => kind.startsWith('move-')).length;
        trial.assertMoved(changes);
      }
      trial.assertSmallestFirst(relaxations);
      if (trial.assertNoneMissing(relaxations, reached)) exhaustiveCount++;
      if (relaxations.length > 0) relaxedCount++;
    }),
    60,
  );
  afterAllCases(() => {
    assert.ok(relaxedCount > runs * 0.9, `only ${relaxedCount} of ${runs} could be relaxed`);
    assert.ok(movedCount > 0);
    assert.ok(exhaustiveCount > runs * 0.75, `only ${exhaustiveCount} of ${runs} were tried exhaustively`);
  });
  t.diagnostic(`${runs} infeasible requests, ${relaxedCount} relaxed, ${exhaustiveCount} tried exhaustively`);
});

test('a world that changes while it is explained makes nothing wrong that is said of it at the end', () => {
  const seen = { changed: 0, relaxed: 0 };
  assertProperty(
    fc.property(
      arbitraryWorldInUse(),
      arbitraryQuery(),
      fc.array(fc.tuple(fc.nat(20), arbitraryCommand()), { maxLength: 12, size: '+1' }),
      (text, query, commands) => {
        const world = given(text);
        const request = parseQuery(query);
        const waiting = [...commands];
        /** Whether something was changed. */
        const carryOutNext = (): boolean => {
          const [, command] = waiting.shift() ?? [];
          if (command === undefined) return false;
          try {
            const changes = decide(world, withRealGenerations(world, command));
            for (const change of changes) apply(world, change);
            return changes.length > 0;
          } catch (error) {
            if (error instanceof Refusal) return false;
            throw error;
          }
        };
        const explanation = (): Explanation | null => {
          const steps = explaining(world, request, bounds);
          try {
            let step = steps.next(false);
            for (let count = 0; !step.done; count++) {
              const isDue = waiting[0] !== undefined && count >= waiting[0][0];
              const isChanged = isDue && carryOutNext();
              if (isChanged) seen.changed++;
              step = steps.next(isChanged);
            }
            return step.value;
          } catch (error) {
            if (error instanceof Refusal) return null; // A name that this world does not know, or not any more.
            throw error;
          }
        };
        for (const { changes } of explanation()?.relaxations ?? []) {
          const relaxed = relax(request, changes);
          assert.ok(relaxed && new Search(world, relaxed).next() !== null, shown(changes));
          seen.relaxed++;
        }
      },
    ),
    300,
  );
  afterAllCases(() => assert.ok(seen.changed > 0 && seen.relaxed > 0, JSON.stringify(seen)));
});

/** A request for which there is nothing, and what becomes of it with changes. */
class Trial {
  readonly world: World;
  readonly request: CandidateRequest;
  readonly #known = new Map<string, boolean>();

  constructor(world: World, request: CandidateRequest) {
    this.world = world;
    this.request = request;
  }

  works(changes: readonly Change[]): boolean {
    const relaxed = relax(this.request, changes);
    if (relaxed === null) return false;
    return this.#known.getOrInsertComputed(
      shown(changes),
      () => new Search(this.world, relaxed).next() !== null,
    );
  }

  assertWorks({ changes, candidates, size }: Relaxation): void {
    const relaxed = relax(this.request, changes);
    assert.ok(relaxed);
    assert.equal(referenceSearch(this.world, relaxed).length, candidates, shown(changes));
    assert.equal(size, sizeOf(this.request, changes));
  }

  /** No part of it alone, whatever the amounts; nor with an amount that is closer to the asked one. */
  assertMinimal(changes: readonly Change[]): void {
    for (const part of partsOf(this.request, changes)) {
      assert.ok(!this.works(part), `of ${shown(changes)} also ${shown(part)} works`);
    }
  }

  /** What is dropped could not be asked of anybody else. */
  assertMoved(changes: readonly Change[]): void {
    for (const change of changes) {
      for (const move of movesOf(change, this.request, true, changes)) {
        const moved = changes.map((each) => (each === change ? move : each));
        assert.ok(!this.works(moved), `instead of ${shown(changes)} also ${shown(moved)} works`);
      }
    }
  }

  assertSmallestFirst(relaxations: readonly Relaxation[]): void {
    for (const [index, { size }] of relaxations.entries()) {
      assert.ok(index === 0 || size >= (relaxations[index - 1]?.size ?? 0));
    }
  }

  /** Of those that are no larger than the first, all are told, or parts of them. False when there are too many to try. */
  assertNoneMissing(relaxations: readonly Relaxation[], reached: readonly Bound[]): boolean {
    const size = relaxations[0]?.size ?? Infinity;
    // Where not all of the smallest are told, at least those that are smaller are known.
    const sizeMax = reached.includes('relaxations') ? size - 1 : size;
    let tried = 0;
    for (const changes of everyRelaxation(this.request, sizeMax)) {
      if (++tried > triedMax) return false;
      const isTold = relaxations.some((relaxation) => isPartOf(relaxation.changes, changes));
      assert.ok(isTold || !this.works(changes), `${shown(changes)} works, and is not told`);
    }
    return true;
  }
}

/** Some requests for which six things must be changed have a million smaller changes. */
const triedMax = Number(process.env['TEST_CHANGES'] ?? 5000);

/** That there are more relaxations than are told is no reason for another to be wrong. */
function withoutSize(reached: readonly Bound[]): Bound[] {
  return reached.filter((bound) => bound !== 'relaxations');
}

function treesOf(steps: readonly FunnelStep[]): number[] {
  return steps.map(({ trees }) => trees);
}

function assertFalls(numbers: readonly number[]): void {
  for (const [index, number] of numbers.entries()) {
    assert.ok(index === 0 || number <= (numbers[index - 1] as number), numbers.join());
  }
}

function shown(changes: readonly Change[]): string {
  return JSON.stringify(changes);
}
