import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { ComputeCommand } from '@berth/compute-engine/decide.ts';
import { PortOrderRunner } from '@berth/compute/networks/port-order-runner.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { ServedLedger } from './composition.ts';
import { neutronSettingsOf, serverSettingsOf } from './server-settings-of.ts';
import { serviceBearer } from './service-bearer.ts';

/** Has done what is ordered at the network service, where there is one, by whichever process leads. */
export function carryOutPortOrders(
  {
    world,
    commit,
    feed,
    leadership,
  }: ServedLedger<ComputeCloud, ComputeCommand, ComputeChange | PlacementChange>,
  { config, live, log, now, newId }: Surroundings,
): void {
  const neutron = neutronSettingsOf(config);
  if (!neutron || !leadership) return;
  void new PortOrderRunner({
    cloud: world,
    commit: (command) => commit(command, () => undefined),
    onNews: (tell) => void feed.onNews(tell),
    leadership,
    neutron,
    bearer: serviceBearer(config, config.networkToken),
    atOnce: config.portsAtOnce,
    attempts: config.networkAttempts,
    pauseMs: 500,
    pauseMaxMs: 60_000,
    retries: serverSettingsOf(config, live),
    now,
    newId,
    onTrouble: (err, { serverId, work: { kind: work } }) => {
      log.warn({ err, serverId, work }, 'what was ordered at the network service did not work');
    },
  });
}
