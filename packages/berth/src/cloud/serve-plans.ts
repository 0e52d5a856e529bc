import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { ComputeCommand } from '@berth/compute-engine/decide.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import { runPlans } from '@berth/compute/plans/run-plans.ts';
import { createPlanService } from '@berth/compute/create-plan-service.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { ServedLedger } from './composition.ts';
import { limitsOf } from './limits-of.ts';
import { serverSettingsOf } from './server-settings-of.ts';

export function isAboutPlans({ target }: Pick<ApiRequest, 'target'>): boolean {
  return /^\/berth\/v1\/plans(?:[/?]|$)/.test(target);
}

/** Plans that empty hosts or spread servers; those that run are gone on with by the process that leads. */
export function servePlans(
  {
    world,
    commit,
    feed,
    leadership,
  }: ServedLedger<ComputeCloud, ComputeCommand, ComputeChange | PlacementChange>,
  { config, live, log, authenticate, now, clock, newId, onUnavailable, onFault }: Surroundings,
): Handle {
  const servers = serverSettingsOf(config, live);
  if (leadership) {
    runPlans({
      cloud: world,
      commit: (command) => commit(command, (_, changes) => changes.length),
      leadership,
      onNews: (tell) => void feed.onNews(tell),
      configured: limitsOf(config),
      scheduling: () => servers.scheduling,
      apiHost: servers.apiHost,
      now,
      newId,
      newRequestId,
      onTrouble: (err) => log.warn({ err }, 'a plan of moves could not be gone on with'),
    });
  }
  return createPlanService(
    { cloud: world, commit },
    {
      authenticate,
      policy: live.policies.compute,
      scheduling: () => servers.scheduling,
      changeNumber: () => feed.lastNumber,
      now,
      clock,
      newId,
      onUnavailable,
      onFault,
    },
  );
}
