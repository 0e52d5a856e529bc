import { candidateOperations } from '../ops/candidate-operations.ts';
import { asking, type Operation } from '../ops/operation.ts';
import { smallInstance, variants } from '../ops/variants.ts';
import type { WorldPlan } from '../worlds/world-plan.ts';

/** Reads of all sizes; an explanation takes long and is short, so that those who ask for it have next to nothing to do. */
export function readOperations(plan: WorldPlan): Operation[] {
  const names = [
    'ac-simple-limit10',
    'ac-simple-limit1000',
    'ac-granular-subtree-limit10',
    'ac-two-numa-limit1000',
  ];
  return [
    ...candidateOperations(plan).filter(({ name }) => names.includes(name)),
    asking(
      'explain',
      'trees',
      variants(plan.name, 'explain', (random) => {
        return `/berth/v1/explain/allocation_candidates?resources=${smallInstance(random)}`;
      }),
    ),
  ];
}
