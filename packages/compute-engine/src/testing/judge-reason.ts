import assert from 'node:assert/strict';
import type { ConsumerId } from '@berth/engine/ids.ts';
import type { StuckServer } from '../plans/plan-draft.ts';
import type { PlanOptions } from '../plans/plan-request.ts';
import { nowhere, type PlanChecker, type Places } from './plan-checker.ts';

const statesMax = 2_000;

/**
 * Fails if what a plan tells of a server that stays is not so, by the checker's own rules. Where it is said to fit nowhere whatever is moved, all sequences of
 * moves are gone through, unless there are too many. `count` is told what was found out besides.
 */
export function judgeReason(
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
