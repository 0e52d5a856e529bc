import type { Compute } from '@berth/compute-engine/compute-state.ts';
import type { Migration } from '@berth/compute-engine/migrations/migration.ts';
import { isAtSource, isMoveWork, type MoveWork } from '@berth/compute-engine/moves/move-work.ts';
import type { Order, Work } from '@berth/compute-engine/orders/order.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { assert } from '@berth/engine/assert.ts';

/** An order as its host is told of it, with all that it takes to do it. */
export function orderView(
  { servers, migrations }: Pick<Compute, 'servers' | 'migrations'>,
  order: Order,
): Record<string, unknown> {
  const server = servers.get(order.serverId);
  assert(server, 'as long as there is something to do with a server, it is there');
  const { id, number, work, startedAt } = order;
  const migration = isMoveWork(work) ? migrations.get(work.migrationId) : undefined;
  return {
    id,
    number,
    has_begun: startedAt !== null,
    work: { ...workView(work, migration), needs_password: needsPassword(work) },
    machine: machineView(isMoveWork(work) && migration ? asAtStep(server, migration, work) : server),
  };
}

/** Whether it is not to be done without a password, which its host gets when it says that it begins. */
function needsPassword(work: Work): boolean {
  return work.kind === 'set-password' || ('hasAskedPassword' in work && (work.hasAskedPassword ?? false));
}

function workView(work: Work, migration: Migration | undefined): Record<string, unknown> {
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
    case 'move-out':
      return { kind, to: targetView(migration) };
    case 'evacuate':
      return { kind, has_shared_disks: work.hasSharedDisks ?? null };
    case 'finish-move':
    case 'take-back':
      return { kind, is_running: migration?.vmState !== 'stopped' };
    case 'check-live-move':
    case 'prepare-live-move':
    case 'live-move':
      return { kind, ...liveView(migration) };
    case 'finish-live-move':
    case 'resume-live-move':
      return { kind, is_paused: migration?.vmState === 'paused' };
    default:
      return { kind };
  }
}

/** What somebody has said about how it is to be sent. */
function liveView(migration: Migration | undefined): Record<string, unknown> {
  const { sendsDisks = null, mayOvercommitDisks = false } = migration?.live ?? {};
  return {
    to: targetView(migration),
    sends_disks: sendsDisks,
    may_overcommit_disks: mayOvercommitDisks,
  };
}

function targetView({ target }: Pick<Migration, 'target'> = { target: null }): object | null {
  return target && { host: target.host, node: target.nodeName, address: target.address };
}

/** Where it is to be at a step of its move, and what it is to be there. */
function asAtStep(server: Server, migration: Migration, work: MoveWork): Server {
  const { source, target, oldFlavor, newFlavor } = migration;
  return isAtSource(work)
    ? { ...server, place: source, flavor: oldFlavor }
    : { ...server, place: target, flavor: newFlavor };
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
