import { makePlan } from '@berth/compute-engine/plans/make-plan.ts';
import type { PlanDraft } from '@berth/compute-engine/plans/plan-draft.ts';
import type { PlanGoal } from '@berth/compute-engine/plans/plan-request.ts';
import { defaultSchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import { FleetCloud } from '@berth/compute-engine/testing/fleet-cloud.ts';
import { PlanChecker } from '@berth/compute-engine/testing/plan-checker.ts';
import { judgeInfeasible } from './infeasible.ts';

/**
 * How long it takes to plan, how many moves come of it beside the fewest that there could be, and how long others have to wait for one step of it; then
 * whether what is said of plans is so, by a checker that has nothing of the planner: `node bench/plans/run.ts [hosts] [servers]`.
 */
const hostCount = Number(process.argv[2] ?? 1_000);
const serverCount = Number(process.argv[3] ?? 10_000);

const sizes = [
  { vcpus: 1, memoryMb: 2_048, rootGb: 20 },
  { vcpus: 2, memoryMb: 4_096, rootGb: 40 },
  { vcpus: 4, memoryMb: 8_192, rootGb: 80 },
  { vcpus: 8, memoryMb: 16_384, rootGb: 160 },
];

/** Servers in the order of a sequence that looks random and is always the same. `crowd`: all of them are on so many hosts. */
function cloudOf({ memoryMb, crowd = hostCount }: { readonly memoryMb: number; readonly crowd?: number }) {
  const host = (index: number) => `host${index}`;
  const lines = Array.from(
    { length: hostCount },
    (_, index) => `${host(index)} VCPU:64(ratio=4) MEMORY_MB:${memoryMb} DISK_GB:8000`,
  );
  const cloud = new FleetCloud(lines.join('\n'));
  let state = 1;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const free = Array.from({ length: hostCount }, () => memoryMb);
  for (let index = 0; index < serverCount; index++) {
    const flavor = sizes[random(sizes.length)] as (typeof sizes)[number];
    let at = index % crowd;
    for (let looked = 0; (free[at] as number) < flavor.memoryMb; looked++) {
      if (looked === hostCount) throw new Error('There are more servers than hosts have room for.');
      at = (at + 1) % hostCount;
    }
    free[at]! -= flavor.memoryMb;
    const isStopped = random(10) === 0;
    cloud.withServer(`vm${index}`, {
      host: host(at),
      flavor,
      vmState: isStopped ? 'stopped' : 'active',
    });
  }
  return cloud;
}

function firstHosts(count: number): PlanGoal {
  return { kind: 'empty', hosts: Array.from({ length: count }, (_, index) => `host${index}`) };
}

/** Hosts with two thirds of their memory taken, and some with a server that is larger than what is left of any: for each of these somebody has to make room. */
function cloudWithLargeServers(count: number): FleetCloud {
  const host = (index: number) => `host${index}`;
  const line = (index: number) => `${host(index)} VCPU:64(ratio=4) MEMORY_MB:24576 DISK_GB:8000`;
  const cloud = new FleetCloud(Array.from({ length: hostCount }, (_, index) => line(index)).join('\n'));
  for (let index = 0; index < hostCount; index++) {
    const isLarge = index < count;
    const flavors = isLarge
      ? [{ vcpus: 8, memoryMb: 16_384, rootGb: 100 }]
      : Array.from({ length: 8 }, () => sizes[0]);
    for (const [number, flavor] of flavors.entries())
      cloud.withServer(`vm${index}-${number}`, { host: host(index), ...(flavor && { flavor }) });
  }
  return cloud;
}

const tenth = Math.ceil(hostCount / 10);
const cases: readonly (readonly [string, FleetCloud, PlanGoal])[] = [
  [`empty ${tenth}, half full`, cloudOf({ memoryMb: 131_072 }), firstHosts(tenth)],
  [`empty ${tenth}, others 99 % full in the end`, cloudOf({ memoryMb: 86_016 }), firstHosts(tenth)],
  [`empty ${tenth}, more than fits`, cloudOf({ memoryMb: 79_872 }), firstHosts(tenth)],
  [`empty ${tenth} that have all servers`, cloudOf({ memoryMb: 1_048_576, crowd: tenth }), firstHosts(tenth)],
  ['empty 20 with servers that fit nowhere', cloudWithLargeServers(20), firstHosts(20)],
  ['spread', cloudOf({ memoryMb: 262_144, crowd: 3 * tenth }), { kind: 'spread', tolerance: 0.05 }],
];

process.stdout.write(`${hostCount} hosts, ${serverCount} servers\n`);
for (const [name, cloud, goal] of cases) {
  const { draft, ms, longestMs } = timed(cloud, goal);
  const { moves, movesLeast, stuck, fullest } = draft;
  const rooms = moves.filter(({ purpose }) => purpose === 'make-room').length;
  const spread = fullest
    ? `; fullest host ${percent(fullest.before)} before, ${percent(fullest.after)} after`
    : '';
  process.stdout.write(
    `${name}: ${ms.toFixed(0)} ms, ${moves.length} moves (${rooms} to make room), at least ${movesLeast}; ${stuck.length} stuck; ` +
      `longest step ${longestMs.toFixed(1)} ms${spread}; ${checked(cloud, goal, draft)}\n`,
  );
}

const infeasible = judgeInfeasible(200, 1);
const reasons = [...infeasible.reasons].map(([kind, count]) => `${kind} ${count}`).join(', ');
process.stdout.write(
  `${infeasible.plans} infeasible: reason true in ${infeasible.truthful} (of ${sum([...infeasible.reasons.values()])} servers that stay: ${reasons})\n`,
);
for (const complaint of infeasible.complaints) process.stdout.write(`  ${complaint}\n`);
if (infeasible.truthful < infeasible.plans) process.exitCode = 1;

function timed(cloud: FleetCloud, goal: PlanGoal): { draft: PlanDraft; ms: number; longestMs: number } {
  const options = { leftAlone: new Set<never>(), movesMax: Infinity, triesMax: 20_000 };
  const scheduling = defaultSchedulerSettings;
  const startedAt = processorMs();
  const steps = makePlan(cloud, goal, { ...options, kinds: ['live', 'cold'], scheduling });
  let longestMs = 0;
  for (;;) {
    const stepAt = processorMs();
    const step = steps.next(false);
    longestMs = Math.max(longestMs, processorMs() - stepAt);
    if (step.done) return { draft: step.value, ms: processorMs() - startedAt, longestMs };
  }
}

/** Whether each step can be made after those before it. */
function checked(cloud: FleetCloud, goal: PlanGoal, { moves }: PlanDraft): string {
  const checker = new PlanChecker(cloud, goal.kind === 'empty' ? goal.hosts : []);
  const { problems } = checker.replay(moves);
  if (problems.length > 0) process.exitCode = 1;
  return problems.length === 0
    ? `all ${moves.length} steps feasible`
    : `${problems.length} problems: ${problems[0]}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

/** What this thread has used of a processor: other programs on the machine do not count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
