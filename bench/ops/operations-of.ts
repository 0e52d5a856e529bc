import type { SuiteWorld } from '../worlds/suite.ts';
import type { WorldPlan } from '../worlds/world-plan.ts';
import { candidateOperations } from './candidate-operations.ts';
import { batches, claimOperations } from './claim-operations.ts';
import { deviceOperations } from './device-operations.ts';
import type { Operation } from './operation.ts';
import { readOperations } from './read-operations.ts';

export const millionName = 'million-claims';

/** What is measured on this world, in this order. */
export function operationsOf(plan: WorldPlan, which: SuiteWorld['operations']): Operation[] {
  switch (which) {
    case 'all':
      return [...candidateOperations(plan), ...readOperations(plan), ...claimOperations(plan)];
    case 'candidates':
      return candidateOperations(plan);
    case 'devices':
      return deviceOperations(plan);
    case 'million':
      return [batches(plan, millionName)];
    default:
      return unknownSelection(which);
  }
}

function unknownSelection(which: never): never {
  throw new Error(`There are no operations called ${JSON.stringify(which)}.`);
}
