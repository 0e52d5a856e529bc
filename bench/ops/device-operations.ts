import type { Prng } from '@berth/testing/prng.ts';
import { deviceClass } from '../worlds/devices.ts';
import type { WorldPlan } from '../worlds/world-plan.ts';
import { candidates } from './candidate-operations.ts';
import type { Operation } from './operation.ts';
import { smallInstance } from './variants.ts';

/** The original needs 2 s for 4 groups on 8 hosts, and gave no answer in a minute for 6. */
const comparedGroups = 4;

/**
 * One device for each of 1 to 8 groups, besides a small instance: with 8 devices a host has 8·7·6… ways to serve that,
 * 40,320 for 8 groups. And the same instance without any device, to compare with.
 */
export function deviceOperations(plan: WorldPlan): Operation[] {
  return [
    candidates(plan, 'ac-flat-limit1', (random) => `resources=${smallInstance(random)}&limit=1`, {
      isInProcess: true,
      isCompared: false,
    }),
    ...deviceGroupCounts.flatMap((groups) => [
      ask(plan, groups, 1, { isCompared: false }),
      ask(plan, groups, 1000, { isCompared: groups <= comparedGroups, isDissected: true }),
    ]),
    candidates(plan, nameOf(8, 'nolimit'), (random) => query(random, 8, ''), {
      isCompared: false,
      isLoaded: false,
    }),
  ];
}

export const deviceGroupCounts = [1, 2, 3, 4, 6, 8];

function ask(plan: WorldPlan, groups: number, limit: number, traits: Partial<Operation>): Operation {
  const name = nameOf(groups, `limit${limit}`);
  return candidates(plan, name, (random) => query(random, groups, `&limit=${limit}`), {
    isInProcess: true,
    ...traits,
  });
}

/** As large an answer as a query without devices has here. */
export function plainQuestion(plan: WorldPlan): Operation {
  return candidates(
    plan,
    'ac-flat-limit1000',
    (random) => `resources=${smallInstance(random)}&limit=1000`,
    {},
  );
}

export function nameOf(groups: number, limit: string): string {
  return `ac-pci-${groups}groups-${limit}`;
}

function query(random: Prng, groups: number, limit: string): string {
  const devices = Array.from({ length: groups }, (_, index) => `resources_P${index}=${deviceClass}:1`);
  return `resources=${smallInstance(random)}&${devices.join('&')}&group_policy=none${limit}`;
}
