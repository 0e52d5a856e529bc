import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { atOnce } from '@berth/engine/explain/steps.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';
import { arbitraryFleet, fleetOf, hostName } from '../testing/arbitrary-fleet.ts';
import { nowhere, PlanChecker, type Places } from '../testing/plan-checker.ts';
import { makePlan } from './make-plan.ts';
import type { PlanOptions } from './plan-request.ts';
import type { StuckServer } from './plan-draft.ts';

const both = ['live', 'cold'] as const;

const arbitraryOptions: fc.Arbitrary<PlanOptions> = fc
  .record({
    kinds: fc.constantFrom<PlanOptions['kinds']>(both, both, both, both, ['live'], ['cold']),
    leftAlone: fc.constantFrom<readonly string[]>([], [], [], [], ['vm0'], ['vm1', 'vm2']),
  })
  .map(({ kinds, leftAlone }) => ({
    kinds,
    leftAlone: new Set(leftAlone.map(consumerId)),
    movesMax: 1_000,
    triesMax: 10_000,
    scheduling: defaultSchedulerSettings,
  }));

const statesMax = 2_000;

test('every step of a plan that empties hosts can be made, and whoever stays does so for the reason that is told', () => {
  const seen = new Map<string, number>();
  const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1);
  assertProperty(
    fc.property(
      arbitraryFleet,
      arbitraryOptions,
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
          judge(checker, options, each, places, count);
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
    fc.property(arbitraryFleet, arbitraryOptions, fc.constantFrom(0, 0.1), (text, options, tolerance) => {
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

/** Whether what is told of a server that stays is so. */
function judge(
  checker: PlanChecker,
  { kinds, leftAlone }: PlanOptions,
  { serverId, host, reason }: StuckServer,
  places: Places,
  count: (what: string) => void,
): void {
  const server = checker.servers.get(serverId);
  assert.equal(server?.home, host);
  switch (reason.kind) {
    case 'left-alone':
      assert.ok(leftAlone.has(serverId));
      return;
    case 'state':
      assert.ok(!kinds.some((kind) => server.kinds.includes(kind)));
      return;
    case 'host-down':
      assert.equal(checker.hosts.get(host)?.isUp, false);
      return;
    case 'moves-max':
      assert.fail('there may be many moves');
      break;
    default:
  }
  assert.ok(checker.isMovable(serverId, kinds, leftAlone));
  const mayMove = [...checker.servers.keys()].filter((id) => checker.isMovable(id, kinds, leftAlone));
  const lifted: Places = new Map([...places].map(([id, at]) => [id, mayMove.includes(id) ? nowhere : at]));
  const ifEmpty = looserCounts(checker, serverId, lifted, mayMove);
  assert.ok(checker.stepsAgree(reason.ifEmpty, ifEmpty), 'what is left of empty hosts is as told');
  const isPossible = checker.canLeave(serverId, mayMove, checker.places(), statesMax);
  if (reason.kind === 'nowhere') {
    assert.equal(reason.ifEmpty.at(-1)?.hostsLeft, 0);
    assert.notEqual(isPossible, true, 'no sequence of moves brings it away');
    if (isPossible === false) count('nowhere, and all was tried');
    return;
  }
  assert.ok((reason.ifEmpty.at(-1)?.hostsLeft ?? 0) > 0);
  assert.equal(reason.steps.at(-1)?.hostsLeft, 0);
  assert.ok(checker.stepsAgree(reason.steps, checker.countsFor(serverId, places)), 'what is left is as told');
  for (const { host: crowded, inTheWay } of reason.nearest) {
    const without = (gone: readonly ConsumerId[]): Places => {
      const left = new Map(places);
      for (const id of gone) left.set(id, nowhere);
      return left;
    };
    assert.equal(checker.refusedBy(serverId, crowded, without(inTheWay)), null);
    for (const id of inTheWay) {
      const others = inTheWay.filter((each) => each !== id);
      assert.notEqual(checker.refusedBy(serverId, crowded, without(others)), null, 'each of them has to go');
    }
  }
  const now = checker.canLeave(
    serverId,
    mayMove.filter((id) => places.get(id) === checker.servers.get(id)?.home),
    places,
    statesMax,
  );
  count(`no-room, others could ${now === null ? 'perhaps' : now ? 'still' : 'not'} be moved`);
}

/** As the planner has it: members of a group that have to be together are free, where others of them can be moved as well. */
function looserCounts(
  checker: PlanChecker,
  serverId: ConsumerId,
  lifted: Places,
  mayMove: readonly string[],
): ReadonlyMap<string, number> {
  const own = checker.servers.get(serverId)?.group;
  const isFree = mayMove.some((id) => id !== serverId && checker.servers.get(id)?.group === own);
  if (own === null || !isFree) return checker.countsFor(serverId, lifted);
  const members = [...lifted].filter(([id]) => checker.servers.get(id)?.group === own).map(([id]) => id);
  const counts = new Map(checker.countsFor(serverId, lifted));
  const apart: Places = new Map(lifted);
  for (const id of members) apart.set(id, nowhere);
  const without = checker.countsFor(serverId, apart);
  const affinity = 'ServerGroupAffinityFilter';
  if ((counts.get(affinity) ?? 0) < (without.get(affinity) ?? 0))
    counts.set(affinity, without.get(affinity) ?? 0);
  return counts;
}
