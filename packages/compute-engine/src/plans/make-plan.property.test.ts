import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atOnce } from '@berth/engine/explain/steps.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { arbitraryFleet, fleetOf, hostName } from '../testing/arbitrary-fleet.ts';
import { arbitraryPlanOptions } from '../testing/arbitrary-plan-options.ts';
import { judgeReason } from '../testing/judge-reason.ts';
import { PlanChecker } from '../testing/plan-checker.ts';
import { makePlan } from './make-plan.ts';

test('every step of a plan that empties hosts can be made, and whoever stays does so for the reason that is told', () => {
  const seen = new Map<string, number>();
  const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1);
  assertProperty(
    fc.property(
      arbitraryFleet,
      arbitraryPlanOptions,
      fc.integer({ min: 1, max: 2 }),
      (text, options, hostCount) => {
        const cloud = fleetOf(text);
        const hosts = Array.from({ length: hostCount }, (_, index) => hostName(index)).slice(
          0,
          text.hosts.length,
        );
        const { moves, stuck, movesLeast } = atOnce(makePlan(cloud, { kind: 'empty', hosts }, options));
        const checker = new PlanChecker(cloud, hosts);
        const { problems, places } = checker.replay(moves);
        assert.deepEqual(problems, []);
        assert.ok(movesLeast <= moves.length);
        for (const { purpose } of moves) count(purpose);
        const staying = [...places].filter(([, host]) => hosts.includes(host)).map(([id]) => id);
        assert.deepEqual(new Set(stuck.map(({ serverId }) => serverId)), new Set(staying));
        for (const each of stuck) {
          count(each.reason.kind);
          judgeReason(checker, options, each, places, count);
        }
      },
    ),
    2_000,
  );
  afterAllCases(() => {
    for (const [what, least] of [
      ['empty', 500],
      ['make-room', 50],
      ['nowhere', 200],
      ['no-room', 200],
    ] as const)
      assert.ok((seen.get(what) ?? 0) >= least, `${what}: ${seen.get(what) ?? 0}`);
  });
});

test('every step of a plan that spreads servers can be made, and no host is fuller afterwards than the fullest was', () => {
  let moveCount = 0;
  assertProperty(
    fc.property(arbitraryFleet, arbitraryPlanOptions, fc.constantFrom(0, 0.1), (text, options, tolerance) => {
      const cloud = fleetOf(text);
      const { moves, movesLeast, fullest } = atOnce(makePlan(cloud, { kind: 'spread', tolerance }, options));
      const checker = new PlanChecker(cloud, []);
      const { problems, places } = checker.replay(moves);
      assert.deepEqual(problems, []);
      assert.ok(movesLeast <= moves.length);
      assert.ok(fullest);
      const fullnessNow = checker.fullest(places);
      assert.ok(Math.abs(fullnessNow - fullest.after) < 1e-9);
      assert.ok(Math.abs(checker.fullest(checker.places()) - fullest.before) < 1e-9);
      assert.ok(moves.length === 0 ? fullest.after === fullest.before : fullest.after <= fullest.before);
      moveCount += moves.length;
    }),
    500,
  );
  afterAllCases(() => assert.ok(moveCount > 200, `${moveCount}`));
});
