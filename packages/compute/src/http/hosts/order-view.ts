import type { Compute } from '@berth/compute-engine/compute-state.ts';
import type { Order, Work } from '@berth/compute-engine/orders/order.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { assert } from '@berth/engine/assert.ts';

/** An order as its host is told of it, with all that it takes to do it. */
export function orderView({ servers }: Pick<Compute, 'servers'>, order: Order): Record<string, unknown> {
  const server = servers.get(order.serverId);
  assert(server, 'as long as there is something to do with a server, it is there');
  const { id, number, work, startedAt } = order;
  return {
    id,
    number,
    has_begun: startedAt !== null,
    work: { ...workView(work), needs_password: needsPassword(work) },
    machine: machineView(server),
  };
}

/** Whether it is not to be done without a password, which its host gets when it says that it begins. */
function needsPassword(work: Work): boolean {
  return work.kind === 'set-password' || ('hasAskedPassword' in work && (work.hasAskedPassword ?? false));
}

function workView(work: Work): Record<string, unknown> {
  const { kind } = work;
  switch (kind) {
    case 'reboot':
      return { kind, is_hard: work.isHard };
    case 'rebuild':
      return { kind, preserves_ephemeral: work.preservesEphemeral, ends_off: work.endsOff ?? false };
    case 'rescue':
    case 'snapshot':
    case 'backup':
    case 'shelve-image':
    case 'unshelve':
      return { kind, image_id: work.imageId };
    default:
      return { kind };
  }
}

function machineView(server: Server): Record<string, unknown> {
  const { flavor, image, key, place } = server;
  return {
    id: server.id,
    number: server.number,
    name: server.name,
    hostname: server.hostname,
    node: place?.nodeName ?? null,
    project_id: server.projectId,
    user_id: server.userId,
    flavor: {
      id: flavor.id,
      name: flavor.name,
      vcpus: flavor.vcpus,
      memory_mb: flavor.memoryMb,
      root_gb: flavor.rootGb,
      ephemeral_gb: flavor.ephemeralGb,
      swap_mb: flavor.swapMb,
      extra_specs: flavor.extraSpecs,
    },
    image: image && { id: image.id, properties: image.properties },
    key: key && { name: key.name, public_key: key.publicKey },
    user_data: server.userData,
    has_config_drive: server.hasConfigDrive,
    metadata: server.metadata,
    addresses: server.addresses,
  };
}
