import type { Handle } from '@berth/api-kit/service.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { ComputeCommand } from '@berth/compute-engine/decide.ts';
import { usualLimits } from '@berth/compute/http/usual-limits.ts';
import { createComputeService } from '@berth/compute/create-compute-service.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { ServedLedger } from './composition.ts';
import { imagesOf, serverSettingsOf } from './server-settings-of.ts';

/** The compute API on the cloud. */
export function serveCompute(
  { world, commit }: ServedLedger<ComputeCloud, ComputeCommand, ComputeChange | PlacementChange>,
  { config, live, authenticate, projectExists, now, newId, onUnavailable, onFault }: Surroundings,
): Handle {
  return createComputeService(
    { cloud: world, commit },
    {
      authenticate,
      policy: live.policies.compute,
      settings: { pageMax: 1_000, limits: usualLimits, servers: serverSettingsOf(config) },
      images: imagesOf(config),
      extraSpecs: () => live.extraSpecs.registry,
      projectExists,
      now,
      newId,
      onUnavailable,
      onFault,
    },
  );
}
