import type { Handle } from '@berth/api-kit/service.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { ComputeCloud } from '@berth/compute-engine/compute-state.ts';
import type { ComputeCommand } from '@berth/compute-engine/decide.ts';
import { newRequestId } from '@berth/api-kit/new-request-id.ts';
import type { HostLine } from '@berth/compute/hosts/host-line.ts';
import { confirmMoves } from '@berth/compute/servers/confirm-moves.ts';
import { reclaimServers } from '@berth/compute/servers/reclaim-servers.ts';
import { doImageChores } from '@berth/compute/images/do-image-chores.ts';
import { offloadServers } from '@berth/compute/servers/offload-servers.ts';
import { createComputeService } from '@berth/compute/create-compute-service.ts';
import { neutronNetworks } from '@berth/compute/networks/neutron-networks.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { ServedLedger } from './composition.ts';
import { forgetServers } from '@berth/compute/servers/forget-servers.ts';
import { carryOutPortOrders } from './carry-out-port-orders.ts';
import type { ServedImages } from './serve-images.ts';
import { limitsOf } from './limits-of.ts';
import { serviceBearer } from './service-bearer.ts';
import { imagesOf, neutronSettingsOf, serverSettingsOf } from './server-settings-of.ts';

/** The compute API on the cloud. */
export function serveCompute(
  ledger: ServedLedger<ComputeCloud, ComputeCommand, ComputeChange | PlacementChange>,
  line: HostLine,
  around: Surroundings,
  own: ServedImages | null = null,
): Handle {
  const { world, commit, leadership } = ledger;
  const { config, live, log, authenticate, projectExists, now, newId, onUnavailable, onFault } = around;
  const neutron = neutronSettingsOf(config);
  carryOutPortOrders(ledger, around);
  const servers = serverSettingsOf(config, live);
  if (leadership && servers.keepsDeleted) {
    reclaimServers({
      cloud: world,
      commit: (command) => commit(command, () => undefined),
      leadership,
      intervalMs: config.reclaimIntervalMs,
      apiHost: servers.apiHost,
      now,
      newId,
      newRequestId,
      onTrouble: (err) => log.warn({ err }, 'a server that was deleted could not be deleted for good'),
    });
  }
  if (leadership && config.resizeConfirmWindowMs > 0) {
    confirmMoves({
      cloud: world,
      commit: (command) => commit(command, () => undefined),
      leadership,
      windowMs: config.resizeConfirmWindowMs,
      apiHost: servers.apiHost,
      now,
      newId,
      newRequestId,
      onTrouble: (err) => log.warn({ err }, 'that a server has moved could not be confirmed'),
    });
  }
  if (leadership && config.shelvedOffloadMs > 0) {
    offloadServers({
      cloud: world,
      commit: (command) => commit(command, () => undefined),
      leadership,
      afterMs: config.shelvedOffloadMs,
      now,
      newId,
      onTrouble: (err) => log.warn({ err }, 'a shelved server could not be taken off its host'),
    });
  }
  const images = own?.forCompute ?? imagesOf(config);
  if (leadership && images.store) {
    doImageChores({
      cloud: world,
      commit: (command) => commit(command, () => undefined),
      leadership,
      store: images.store,
      bearer: own?.bearer ?? serviceBearer(config, config.imageToken),
      everyMs: 1_000,
      pauseMaxMs: 60_000,
      onTrouble: (err) => log.warn({ err }, 'what is to be done at the image service did not work'),
      onGivenUp: (err, { work }) =>
        log.warn({ err, work }, 'an image that nobody needs could not be deleted'),
    });
  }
  if (leadership) {
    forgetServers({
      cloud: world,
      commit: (command) => commit(command, () => undefined),
      leadership,
      retentionMs: config.deletedRetentionMs,
      keptMax: config.deletedServersMax,
      now,
      onTrouble: (err) => log.warn({ err }, 'a server that was deleted long ago could not be forgotten'),
    });
  }
  return createComputeService(
    { cloud: world, commit, line },
    {
      authenticate,
      policy: live.policies.compute,
      settings: { pageMax: config.pageMax, limits: limitsOf(config), servers },
      images,
      networks: neutron && neutronNetworks(neutron),
      extraSpecs: () => live.extraSpecs.registry,
      projectExists,
      now,
      newId,
      onUnavailable,
      onFault,
    },
  );
}
