import type { Handle } from '@berth/api-kit/service.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { ComputeCommand } from '@berth/compute-engine/decide.ts';
import type { HostLine } from '@berth/compute/hosts/host-line.ts';
import { createHostService } from '@berth/compute/create-host-service.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { ServedLedger } from './composition.ts';
import { serverSettingsOf } from './server-settings-of.ts';

/** What agents of compute hosts ask for and report to. */
export function serveHosts(
  {
    world,
    commit,
    feed,
    leadership,
  }: ServedLedger<ComputeCloud, ComputeCommand, ComputeChange | PlacementChange>,
  line: HostLine,
  { config, live, log, authenticate, now, clock, onUnavailable, onFault }: Surroundings,
): Handle {
  return createHostService(
    { cloud: world, commit, line, onNews: (tell) => void feed.onNews(tell), leadership },
    {
      authenticate,
      policy: live.policies.compute,
      retries: serverSettingsOf(config, live),
      silenceMaxMs: config.hostSilenceMaxMs,
      waitingMax: config.maxWaitingHosts,
      now,
      clock,
      onTrouble: (err) => log.warn({ err }, 'which hosts are not heard of any more could not be written'),
      onUnavailable,
      onFault,
    },
  );
}
