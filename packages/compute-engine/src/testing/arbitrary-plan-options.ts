import { consumerId } from '@berth/engine/testing/names.ts';
import fc from 'fast-check';
import type { PlanOptions } from '../plans/plan-request.ts';
import { defaultSchedulerSettings } from '../scheduler/settings.ts';

const both = ['live', 'cold'] as const;

/** How hosts may be emptied: mostly by any moves, of all servers. */
export const arbitraryPlanOptions: fc.Arbitrary<PlanOptions> = fc
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
