import {
  integerAt,
  type JsonObject,
  Malformed,
  objectAt,
  textAt,
  textsAt,
} from '@berth/api-kit/json/json-reading.ts';
import type { FlavorId } from '@berth/compute-engine/ids.ts';
import type {
  Server,
  ServerAddress,
  ServerFault,
  ServerFlavor,
  ServerImage,
  ServerPlace,
} from '@berth/compute-engine/servers/server.ts';
import {
  type PowerState,
  powerStates,
  type TaskState,
  type VmState,
} from '@berth/compute-engine/servers/server-states.ts';
import type { ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import type { ReadThing } from '../work-file.ts';
import type { Loss } from './loss.ts';
import { thingsAt } from './nova-client.ts';
import { booleanAt, readThing, textIfToldAt, textMapAt, timeAt, timeOrNullAt } from './nova-thing.ts';

/** What lists of servers in detail do not tell. */
export interface BesideServer {
  readonly flavorId: string;
  readonly isLockedByOwner: boolean;
  readonly isDeleted: boolean;
}

/**
 * A server as a list in detail tells it to administrators. Left open until all is read: its number and its flavor's, the id of its
 * node, its public key, its group.
 */
export function readServer(said: JsonObject, beside: BesideServer): ReadThing {
  const server = serverOf(said, beside);
  const name = textIfToldAt(said, 'OS-EXT-SRV-ATTR:instance_name') ?? '';
  // Each cell counts for itself; whose machine is there by that name keeps it.
  const rank = (server.place === null ? 2 : 0) + (beside.isDeleted ? 1 : 0);
  return readThing('server', server, { number: numberIn(name), rank, losses: [...lost(said, server)] });
}

function serverOf(said: JsonObject, { flavorId, isLockedByOwner, isDeleted }: BesideServer): Server {
  const place = placeIn(said);
  const zone = textIfToldAt(said, 'OS-EXT-AZ:availability_zone') || null;
  const updatedAt = timeAt(said, 'updated');
  const keyName = textIfToldAt(said, 'key_name');
  return {
    id: textAt(said, 'id') as ConsumerId,
    number: 0,
    name: textAt(said, 'name'),
    hostname: textIfToldAt(said, 'OS-EXT-SRV-ATTR:hostname') ?? '',
    description: textIfToldAt(said, 'description'),
    projectId: textAt(said, 'tenant_id'),
    userId: textAt(said, 'user_id'),
    createdAt: timeAt(said, 'created'),
    updatedAt,
    launchedAt: timeOrNullAt(said, 'OS-SRV-USG:launched_at'),
    terminatedAt: timeOrNullAt(said, 'OS-SRV-USG:terminated_at'),
    // The last that happens to a server is that it is deleted.
    deletedAt: isDeleted ? updatedAt : null,
    flavor: flavorIn(objectAt(said, 'flavor'), flavorId),
    image: imageIn(said),
    key: keyName === null ? null : { name: keyName, publicKey: '' },
    userData: textIfToldAt(said, 'OS-EXT-SRV-ATTR:user_data'),
    hasConfigDrive: textAt(said, 'config_drive') !== '',
    metadata: textMapAt(said, 'metadata'),
    tags: textsAt(said, 'tags'),
    trustedCertificates: certificatesIn(said),
    accessIpV4: textAt(said, 'accessIPv4') || null,
    accessIpV6: textAt(said, 'accessIPv6') || null,
    diskConfig: textAt(said, 'OS-DCF:diskConfig') as Server['diskConfig'], // Whether it is one is a rule, and so below.
    rootDeviceName: textIfToldAt(said, 'OS-EXT-SRV-ATTR:root_device_name'),
    // Which ports it has there is not told; they stay as they are.
    ports: [],
    addresses: addressesIn(said)
      .filter(({ isFixed }) => isFixed)
      .map(({ address }) => address),
    vmState: textAt(said, 'OS-EXT-STS:vm_state') as VmState,
    taskState: textIfToldAt(said, 'OS-EXT-STS:task_state') as TaskState | null,
    powerState: powerStateIn(said),
    progress: said['progress'] === undefined ? 0 : integerAt(said, 'progress'),
    lock: booleanAt(said, 'locked')
      ? { by: isLockedByOwner ? 'owner' : 'admin', reason: textIfToldAt(said, 'locked_reason') }
      : null,
    fault: faultIn(said),
    shelved: shelvedIn(said, updatedAt),
    place,
    // Told since 2.96. Before, the zone is that of the host, or what was asked for where there is no host.
    pinnedZone:
      'pinned_availability_zone' in said
        ? textIfToldAt(said, 'pinned_availability_zone')
        : place === null
          ? zone
          : null,
    groupId: null,
    launchIndex: integerAt(said, 'OS-EXT-SRV-ATTR:launch_index'),
    reservationId: textIfToldAt(said, 'OS-EXT-SRV-ATTR:reservation_id') ?? '',
  };
}

/** Which image it is to be made of again is not told. */
function shelvedIn(said: JsonObject, at: number): Server['shelved'] {
  return shelvedStates.has(textAt(said, 'OS-EXT-STS:vm_state')) ? { imageId: null, at } : null;
}

const shelvedStates: ReadonlySet<string> = new Set(['shelved', 'shelved_offloaded']);

/** Of 'instance-0000000a' 10; 0 where operators have named machines otherwise. */
function numberIn(name: string): number {
  const digits = /^instance-([0-9a-f]{8,12})$/.exec(name)?.[1];
  return digits === undefined ? 0 : Number.parseInt(digits, 16);
}

function flavorIn(said: JsonObject, id: string): ServerFlavor {
  return {
    number: 0,
    id: id as FlavorId,
    name: textAt(said, 'original_name'),
    vcpus: integerAt(said, 'vcpus'),
    memoryMb: integerAt(said, 'ram'),
    rootGb: integerAt(said, 'disk'),
    ephemeralGb: integerAt(said, 'ephemeral'),
    swapMb: integerAt(said, 'swap'),
    extraSpecs: textMapAt(said, 'extra_specs'),
  };
}

function imageIn(said: JsonObject): ServerImage | null {
  if (said['image'] === '' || said['image'] === null) return null;
  const properties: Record<string, string> = {};
  for (const name of ['kernel_id', 'ramdisk_id']) {
    const id = textIfToldAt(said, `OS-EXT-SRV-ATTR:${name}`);
    if (id) properties[name] = id;
  }
  return { id: textAt(objectAt(said, 'image'), 'id'), properties };
}

function certificatesIn(said: JsonObject): readonly string[] | null {
  return (said['trusted_image_certificates'] ?? null) === null
    ? null
    : textsAt(said, 'trusted_image_certificates');
}

function addressesIn(
  said: JsonObject,
): readonly { readonly address: ServerAddress; readonly isFixed: boolean }[] {
  const networks = objectAt(said, 'addresses');
  return Object.keys(networks).flatMap((network) =>
    thingsAt(networks, network).map((each) => ({
      isFixed: each['OS-EXT-IPS:type'] !== 'floating',
      address: {
        network,
        version: integerAt(each, 'version') as ServerAddress['version'], // Whether it is one is a rule.
        address: textAt(each, 'addr'),
        mac: textIfToldAt(each, 'OS-EXT-IPS-MAC:mac_addr') ?? '',
      },
    })),
  );
}

function powerStateIn(said: JsonObject): PowerState {
  const number = integerAt(said, 'OS-EXT-STS:power_state');
  const names = Object.keys(powerStates) as PowerState[];
  const name = names.find((each) => powerStates[each] === number);
  if (name === undefined) throw new Malformed(`'OS-EXT-STS:power_state' is ${number}, which is none`);
  return name;
}

function faultIn(said: JsonObject): ServerFault | null {
  if (said['fault'] === undefined) return null;
  const fault = objectAt(said, 'fault');
  return {
    code: integerAt(fault, 'code'),
    message: textAt(fault, 'message'),
    details: textIfToldAt(fault, 'details') ?? '',
    at: timeAt(fault, 'created'),
  };
}

/** The id of the node follows when all nodes are known. */
function placeIn(said: JsonObject): ServerPlace | null {
  const host = textIfToldAt(said, 'OS-EXT-SRV-ATTR:host');
  if (host === null) return null;
  const nodeName = textIfToldAt(said, 'OS-EXT-SRV-ATTR:hypervisor_hostname') ?? '';
  const zone = textIfToldAt(said, 'OS-EXT-AZ:availability_zone') ?? '';
  return { host, nodeId: '' as ProviderId, nodeName, zone };
}

function* lost(said: JsonObject, server: Server): Generator<Loss> {
  const what = `server ${server.id}`;
  for (const volume of thingsAt(said, 'os-extended-volumes:volumes_attached')) {
    yield { kind: 'volume', what: `${what}: ${textAt(volume, 'id')}` };
  }
  for (const { address, isFixed } of addressesIn(said)) {
    if (!isFixed) yield { kind: 'floating-address', what: `${what}: ${address.address}` };
  }
  if (server.vmState === 'resized') yield { kind: 'resized', what };
  if (server.shelved !== null) yield { kind: 'shelved-image', what };
  const groups = said['security_groups'] === undefined ? [] : thingsAt(said, 'security_groups');
  const names = groups.map((each) => textAt(each, 'name')).join(', ');
  const isShown = server.vmState !== 'building' && server.addresses.length > 0;
  if (names !== (isShown ? 'default' : '')) yield { kind: 'security-group', what: `${what}: ${names}` };
}
