import { actionId } from '@berth/compute-engine/actions/action.ts';
import type { ComputeChange } from '@berth/compute-engine/changes.ts';
import type { Flavor } from '@berth/compute-engine/flavors/flavor.ts';
import type { ComputeService } from '@berth/compute-engine/hosts/compute-service.ts';
import type { FlavorId, ServerGroupId, ServiceId } from '@berth/compute-engine/ids.ts';
import type { Action } from '@berth/compute-engine/actions/action.ts';
import type { Migration } from '@berth/compute-engine/migrations/migration.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { powerStates, type PowerState } from '@berth/compute-engine/servers/server-states.ts';
import type { ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import type { Maker } from './fleet.ts';

// What the original says has the form that its schemas say; each use names what it takes of it.
// oxlint-disable-next-line no-explicit-any
type Said = any;

/** What the original holds, as changes that make the same of nothing. Ids and times are its own. */
export async function stateOf(maker: Maker): Promise<readonly ComputeChange[]> {
  const flavors = await flavorsOf(maker);
  const servers = await serversOf(maker, flavors);
  const changes: ComputeChange[] = flavors.map((thing) => ({ kind: 'flavor-set', thing }));
  for (const thing of await servicesOf(maker)) changes.push({ kind: 'service-set', thing });
  for (const { id, members } of await groupsOf(maker)) {
    const group = {
      id,
      number: 1,
      name: 'g',
      projectId: 'aa',
      userId: 'alice',
      policy: 'soft-affinity',
      perHostMax: null,
    };
    changes.push({ kind: 'server-group-set', thing: { ...group, members } } as ComputeChange);
  }
  for (const thing of servers) changes.push({ kind: 'server-set', thing });
  for (const thing of await actionsOf(maker, servers)) changes.push({ kind: 'action-set', thing });
  for (const thing of await migrationsOf(maker, flavors)) changes.push({ kind: 'migration-set', thing });
  return changes;
}

async function flavorsOf(maker: Maker): Promise<readonly Flavor[]> {
  const { flavors } = (await maker.ask('GET /flavors/detail?is_public=None')) as Said;
  const numbers = await maker.rows<Said>('api', 'select id, flavorid from flavors');
  return flavors.map(
    (said: Said): Flavor => ({
      number: numbers.find(({ flavorid }) => flavorid === said.id).id,
      id: said.id as FlavorId,
      name: said.name,
      vcpus: said.vcpus,
      memoryMb: said.ram,
      rootGb: said.disk,
      ephemeralGb: said['OS-FLV-EXT-DATA:ephemeral'],
      swapMb: said.swap,
      rxtxFactor: said.rxtx_factor,
      isPublic: said['os-flavor-access:is_public'],
      description: said.description,
      extraSpecs: said.extra_specs,
      projects: said.id === 'private' ? ['aa'] : [],
      createdAt: 0,
      updatedAt: null,
    }),
  );
}

async function servicesOf(maker: Maker): Promise<readonly ComputeService[]> {
  const { services } = (await maker.ask('GET /os-services?binary=nova-compute')) as Said;
  return services.map(
    (said: Said, index: number): ComputeService => ({
      id: said.id as ServiceId,
      number: index + 1,
      host: said.host,
      failedBuilds: 0,
      createdAt: 0,
      seenAt: 0,
      isUp: said.state === 'up',
      isForcedDown: said.forced_down,
      disabled: said.status === 'disabled' ? { reason: said.disabled_reason } : null,
    }),
  );
}

async function groupsOf(
  maker: Maker,
): Promise<readonly { readonly id: ServerGroupId; readonly members: Said }[]> {
  const { server_groups: groups } = (await maker.ask('GET /os-server-groups?all_projects=1')) as Said;
  return groups;
}

async function serversOf(maker: Maker, flavors: readonly Flavor[]): Promise<readonly Server[]> {
  const { servers } = (await maker.ask('GET /servers/detail?all_tenants=1&changes-since=2000')) as Said;
  const rows = new Map<string, Said>();
  for (const cell of ['cell0', 'cell1']) {
    const sql =
      'select uuid, id, locked_by, instance_type_id, deleted, deleted_at, availability_zone from instances';
    for (const row of await maker.rows<Said>(cell, sql)) rows.set(row.uuid, row);
  }
  const groups = await groupsOf(maker);
  return servers.map((said: Said): Server => {
    const row = rows.get(said.id);
    const flavor = flavors.find(({ number }) => number === row.instance_type_id) as Flavor;
    const host = said['OS-EXT-SRV-ATTR:host'];
    return {
      id: said.id as ConsumerId,
      number: Number.parseInt(said['OS-EXT-SRV-ATTR:instance_name'].slice('instance-'.length), 16),
      name: said.name,
      hostname: said['OS-EXT-SRV-ATTR:hostname'],
      description: said.description,
      projectId: said.tenant_id,
      userId: said.user_id,
      createdAt: Date.parse(said.created),
      updatedAt: Date.parse(said.updated),
      launchedAt: instantOf(said['OS-SRV-USG:launched_at']),
      terminatedAt: instantOf(said['OS-SRV-USG:terminated_at']),
      deletedAt: row.deleted === 0 ? null : Date.parse(said.updated),
      flavor: {
        number: flavor.number,
        id: flavor.id,
        name: said.flavor.original_name,
        vcpus: said.flavor.vcpus,
        memoryMb: said.flavor.ram,
        rootGb: said.flavor.disk,
        ephemeralGb: said.flavor.ephemeral,
        swapMb: said.flavor.swap,
        extraSpecs: said.flavor.extra_specs,
      },
      image: said.image === '' ? null : { id: said.image.id, properties: {} },
      key: said.key_name === null ? null : { name: said.key_name, publicKey: '' },
      userData: said['OS-EXT-SRV-ATTR:user_data'],
      hasConfigDrive: said.config_drive !== '',
      metadata: said.metadata,
      tags: said.tags,
      trustedCertificates: said.trusted_image_certificates,
      accessIpV4: said.accessIPv4 || null,
      accessIpV6: said.accessIPv6 || null,
      diskConfig: said['OS-DCF:diskConfig'],
      rootDeviceName: said['OS-EXT-SRV-ATTR:root_device_name'],
      addresses: addressesOf(said.addresses),
      ports: [],
      shelved: said['OS-EXT-STS:vm_state'].startsWith('shelved')
        ? { imageId: null, at: Date.parse(said.updated) }
        : null,
      vmState: said['OS-EXT-STS:vm_state'],
      taskState: said['OS-EXT-STS:task_state'],
      powerState: powerStateOf(said['OS-EXT-STS:power_state']),
      progress: said.progress ?? 0,
      lock: row.locked_by === null ? null : { by: row.locked_by, reason: said.locked_reason },
      fault:
        said.fault === undefined
          ? null
          : {
              code: said.fault.code,
              message: said.fault.message,
              details: said.fault.details ?? '',
              at: Date.parse(said.fault.created),
            },
      place:
        host === null
          ? null
          : {
              host,
              nodeId: said.id as ProviderId,
              nodeName: said['OS-EXT-SRV-ATTR:hypervisor_hostname'],
              zone: row.availability_zone,
            },
      pinnedZone: host === null ? row.availability_zone : null,
      groupId: groups.find(({ members }) => members.includes(said.id))?.id ?? null,
      launchIndex: said['OS-EXT-SRV-ATTR:launch_index'],
      reservationId: said['OS-EXT-SRV-ATTR:reservation_id'],
    };
  });
}

async function actionsOf(maker: Maker, servers: readonly Server[]): Promise<readonly Action[]> {
  const actions: Action[] = [];
  let number = 0;
  for (const { id } of servers) {
    const { instanceActions } = (await maker.ask(`GET /servers/${id}/os-instance-actions`)) as Said;
    for (const { request_id: requestId } of instanceActions.toReversed()) {
      const { instanceAction: said } = (await maker.ask(
        `GET /servers/${id}/os-instance-actions/${requestId}`,
      )) as Said;
      number += 1;
      actions.push({
        id: actionId(id, requestId),
        number,
        serverId: id,
        requestId,
        name: said.action,
        userId: said.user_id,
        projectId: said.project_id,
        startedAt: instantOf(said.start_time) ?? 0,
        updatedAt: instantOf(said.updated_at) ?? 0,
        message: said.message,
        events: said.events.toReversed().map((event: Said) => ({
          name: event.event,
          host: event.host,
          startedAt: instantOf(event.start_time) ?? 0,
          finishedAt: instantOf(event.finish_time),
          result: event.result,
          details: event.details,
          traceback: event.traceback,
        })),
      });
    }
  }
  return actions;
}

async function migrationsOf(maker: Maker, flavors: readonly Flavor[]): Promise<readonly Migration[]> {
  const { migrations } = (await maker.ask('GET /os-migrations')) as Said;
  // Of some it is not told.
  const flavorOf = (number: number | null) =>
    flavors.find((flavor) => number === null || flavor.number === number) as Flavor;
  return migrations.map((said: Said): Migration => {
    const placeOf = (host: string, nodeName: string) => ({
      host,
      nodeId: said.uuid as ProviderId,
      nodeName,
      zone: 'nova',
    });
    const { dest_compute: target } = said;
    return {
      id: said.uuid as ConsumerId,
      number: said.id,
      serverId: said.instance_uuid as ConsumerId,
      type: said.migration_type,
      status: said.status,
      userId: said.user_id,
      projectId: said.project_id,
      createdAt: instantOf(said.created_at) ?? 0,
      updatedAt: instantOf(said.updated_at),
      source: placeOf(said.source_compute, said.source_node),
      target: target === null ? null : { ...placeOf(target, said.dest_node), address: said.dest_host },
      oldFlavor: flavorOf(said.old_instance_type_id),
      newFlavor: flavorOf(said.new_instance_type_id),
      vmState: 'active',
    };
  });
}

function instantOf(said: string | null): number | null {
  return said === null ? null : Date.parse(`${said}Z`);
}

function powerStateOf(number: number): PowerState {
  const names = Object.keys(powerStates) as PowerState[];
  return names.find((name) => powerStates[name] === number) ?? 'none';
}

function addressesOf(byNetwork: Said): Server['addresses'] {
  return Object.entries<Said>(byNetwork).flatMap(([network, addresses]) =>
    addresses.map((each: Said) => ({
      network,
      version: each.version,
      address: each.addr,
      mac: each['OS-EXT-IPS-MAC:mac_addr'],
    })),
  );
}
