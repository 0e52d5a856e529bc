import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { ComputeCommand } from '@berth/compute-engine/decide.ts';
import { createPlanService } from '@berth/compute/create-plan-service.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { ServedLedger } from './composition.ts';
import { serverSettingsOf } from './server-settings-of.ts';

export function isAboutPlans({ target }: Pick<ApiRequest, 'target'>): boolean {
  return /^\/berth\/v1\/plans(?:[/?]|$)/.test(target);
}

/** Plans that empty hosts or spread servers. */
export function servePlans(
  { world, commit, feed }: ServedLedger<ComputeCloud, ComputeCommand, ComputeChange | PlacementChange>,
  { config, live, authenticate, now, clock, newId, onUnavailable, onFault }: Surroundings,
): Handle {
  return createPlanService(
    { cloud: world, commit },
    {
      authenticate,
      policy: live.policies.compute,
      scheduling: () => serverSettingsOf(config, live).scheduling,
      changeNumber: () => feed.lastNumber,
      now,
      clock,
      newId,
      onUnavailable,
      onFault,
    },
  );
}
