import type { Server, ServerAddress, ServerFlavor } from '@berth/compute-engine/servers/server.ts';
import { powerStates } from '@berth/compute-engine/servers/server-states.ts';
import type { JsonViewField } from '@berth/api-kit/microversions.ts';
import type { ComputeContext } from '../endpoint.ts';
import { shownSecond } from '../shown-second.ts';
import { shownTime } from '../shown-time.ts';
import { type Version, versions } from '../versions.ts';
import { addressesByNetwork } from './addresses.ts';
import { hostIdOf } from './host-id.ts';
import { hostStatusSeen } from './host-status.ts';
import { kernelIdOf, ramdiskIdOf } from './image-parts.ts';
import { machineName } from './machine-name.ts';
import { statusOf } from './server-status.ts';
import type { ServerViewer } from './server-viewer.ts';

type At = Pick<ComputeContext, 'version'>;

/** A server as the version in force shows it, by itself: as JSON. */
export function shownServer({ version }: At, viewer: ServerViewer, server: Server): string {
  const { alone } = viewer.seesAttributes ? views.withAttributes : views.without;
  return alone.at(version)({ server, viewer, status: statusOf(server) });
}

/** The same in a list, but for the status of its host and its security groups, which come last there. */
export function listedServer({ version }: At, viewer: ServerViewer, server: Server): string {
  const { listed } = viewer.seesAttributes ? views.withAttributes : views.without;
  return listed.at(version)({ server, viewer, status: statusOf(server) });
}

/** The same in a list of names. */
export function briefServers(_at: At, viewer: ServerViewer): (server: Server) => readonly Uint8Array[] {
  return ({ id, name }) => [
    Buffer.from(`{"id":"${id}","name":${JSON.stringify(name)},"links":${linksOf(id, viewer)}}`),
  ];
}

interface Shown {
  readonly server: Server;
  readonly viewer: ServerViewer;
  readonly status: string;
}

type Field = JsonViewField<Shown, Version>;
type Fields = Readonly<Record<string, Field>>;

const hostStatus: Field = { since: '2.16', get: ({ server, viewer }) => hostStatusSeen(viewer, server) };

/** In the order in which the original has them: some clients show them so. */
const upToTimes: Fields = {
  id: { json: ({ server }) => `"${server.id}"` },
  name: { get: ({ server }) => server.name },
  status: { json: ({ status }) => `"${status}"` },
  tenant_id: { get: ({ server }) => server.projectId },
  user_id: { get: ({ server }) => server.userId },
  metadata: { get: ({ server }) => server.metadata },
  hostId: { json: ({ server: { projectId, place } }) => `"${hostIdOf(projectId, place?.host ?? null)}"` },
  image: {
    json: ({ server: { image }, viewer }) => (image === null ? '""' : bookmarked('images', image.id, viewer)),
  },
  flavor: [
    { until: '2.46', json: ({ server: { flavor }, viewer }) => bookmarked('flavors', flavor.id, viewer) },
    { since: '2.47', json: flavorIn },
  ],
  created: { json: ({ server }) => `"${shownSecond(server.createdAt)}"` },
  updated: { json: ({ server: { updatedAt, createdAt } }) => `"${shownSecond(updatedAt ?? createdAt)}"` },
  addresses: {
    get: ({ server }) => (server.vmState === 'building' ? {} : addressesByNetwork(server, addressInFull)),
  },
  accessIPv4: { get: ({ server }) => server.accessIpV4 ?? '' },
  accessIPv6: { get: ({ server }) => server.accessIpV6 ?? '' },
  links: { json: ({ server, viewer }) => linksOf(server.id, viewer) },
  'OS-DCF:diskConfig': { json: ({ server }) => `"${server.diskConfig}"` },
  fault: { get: faultIn },
  progress: { get: ({ server, status }) => (progressing.has(status) ? server.progress : undefined) },
  'OS-EXT-AZ:availability_zone': {
    // That of the host now; which it was when the server came there is what lists are searched by. One that has left its host for its
    // shelf is in no zone, whatever it is bound to.
    get: ({ server: { place, pinnedZone, shelved }, viewer }) =>
      place ? viewer.zoneOfHost(place.host) : ((shelved === null ? pinnedZone : null) ?? ''),
  },
  config_drive: { get: ({ server }) => (server.hasConfigDrive ? 'True' : '') },
  key_name: { get: ({ server }) => server.key?.name ?? null },
  'OS-SRV-USG:launched_at': { json: ({ server }) => timeOrNull(server.launchedAt) },
  'OS-SRV-USG:terminated_at': { json: ({ server }) => timeOrNull(server.terminatedAt) },
};

/** What is on a network is in a group of rules there: in one that is for all, unless others were asked for. */
const securityGroups: Field = {
  get: ({ server }) => (isInSecurityGroup(server) ? groupNames(server).map((name) => ({ name })) : undefined),
};

function groupNames({ ports }: Server): readonly string[] {
  const names = new Set(ports.flatMap((port) => port.securityGroups.map(({ name }) => name)));
  return names.size === 0 ? ['default'] : [...names];
}

/** Where it is, and what it is called there: for some only. */
const attributes: Fields = {
  'OS-EXT-SRV-ATTR:host': { get: ({ server }) => server.place?.host ?? null },
  'OS-EXT-SRV-ATTR:instance_name': { get: ({ server }) => machineName(server) },
  'OS-EXT-SRV-ATTR:hypervisor_hostname': { get: ({ server }) => server.place?.nodeName ?? null },
  'OS-EXT-SRV-ATTR:reservation_id': { since: '2.3', get: ({ server }) => server.reservationId },
  'OS-EXT-SRV-ATTR:launch_index': { since: '2.3', json: ({ server }) => String(server.launchIndex) },
  'OS-EXT-SRV-ATTR:hostname': { since: '2.3', get: ({ server }) => server.hostname },
  'OS-EXT-SRV-ATTR:kernel_id': { since: '2.3', get: ({ server }) => kernelIdOf(server) },
  'OS-EXT-SRV-ATTR:ramdisk_id': { since: '2.3', get: ({ server }) => ramdiskIdOf(server) },
  'OS-EXT-SRV-ATTR:root_device_name': { since: '2.3', get: ({ server }) => server.rootDeviceName },
  'OS-EXT-SRV-ATTR:user_data': { since: '2.3', get: ({ server }) => server.userData },
};

const states: Fields = {
  'OS-EXT-STS:task_state': { get: ({ server }) => server.taskState },
  'OS-EXT-STS:vm_state': { get: ({ server }) => server.vmState },
  'OS-EXT-STS:power_state': { json: ({ server }) => String(powerStates[server.powerState]) },
  // Servers have no volumes here.
  'os-extended-volumes:volumes_attached': { json: () => '[]' },
};

const fromLock: Fields = {
  locked: { since: '2.9', json: ({ server }) => String(server.lock !== null) },
  locked_reason: { since: '2.73', get: ({ server }) => server.lock?.reason ?? null },
  description: { since: '2.19', get: ({ server }) => server.description },
  tags: { since: '2.26', get: ({ server }) => server.tags },
  trusted_image_certificates: { since: '2.63', get: ({ server }) => server.trustedCertificates },
};

const pinnedZone: Field = { since: '2.96', get: ({ server }) => server.pinnedZone };

/** The one of the attributes that everybody sees today. */
const hostname: Fields = {
  'OS-EXT-SRV-ATTR:hostname': { since: '2.90', get: ({ server }) => server.hostname },
};

const groups: Field = {
  since: '2.71',
  get: ({ server, viewer }) => (isGroupThere(viewer, server) ? [server.groupId] : []),
};

/** A group may be gone before its servers are. */
export function isGroupThere({ compute }: ServerViewer, { groupId }: Server): boolean {
  return groupId !== null && compute.serverGroups.has(groupId);
}

const views = {
  withAttributes: viewsOf({ ...attributes, ...states }, fromLock),
  without: viewsOf(states, { ...fromLock, ...hostname }),
};

function viewsOf(middle: Fields, end: Fields) {
  return {
    alone: versions.jsonView<Shown>({
      ...upToTimes,
      security_groups: securityGroups,
      ...middle,
      host_status: hostStatus,
      ...end,
      server_groups: groups,
      pinned_availability_zone: pinnedZone,
    }),
    listed: versions.jsonView<Shown>({
      ...upToTimes,
      ...middle,
      ...end,
      pinned_availability_zone: pinnedZone,
    }),
  };
}

const progressing = new Set(['ACTIVE', 'BUILD', 'REBUILD', 'RESIZE', 'VERIFY_RESIZE', 'MIGRATING']);

/** Ids of servers have no characters that JSON writes otherwise. */
function linksOf(id: string, { selfText, bookmarkText }: ServerViewer): string {
  return `[{"rel":"self","href":"${selfText}servers/${id}"},{"rel":"bookmark","href":"${bookmarkText}servers/${id}"}]`;
}

/** Something else, by its id and where it is. */
function bookmarked(path: string, id: string, { bookmarkText }: ServerViewer): string {
  const encoded = JSON.stringify(id);
  return `{"id":${encoded},"links":[{"rel":"bookmark","href":"${bookmarkText}${path}/${encoded.slice(1, -1)}"}]}`;
}

function flavorIn({ server: { flavor }, viewer: { seesExtraSpecs } }: Shown): string {
  const known = encodedFlavors.get(flavor);
  const { whole, withoutSpecs } = known ?? encodeFlavor(flavor);
  return seesExtraSpecs ? whole : withoutSpecs;
}

/** Servers share their flavors, so that each is encoded once. */
const encodedFlavors = new WeakMap<ServerFlavor, { readonly whole: string; readonly withoutSpecs: string }>();

function encodeFlavor(flavor: ServerFlavor) {
  const sizes = {
    vcpus: flavor.vcpus,
    ram: flavor.memoryMb,
    disk: flavor.rootGb,
    ephemeral: flavor.ephemeralGb,
    swap: flavor.swapMb,
    original_name: flavor.name,
  };
  const encoded = {
    whole: JSON.stringify({ ...sizes, extra_specs: flavor.extraSpecs }),
    withoutSpecs: JSON.stringify(sizes),
  };
  encodedFlavors.set(flavor, encoded);
  return encoded;
}

function addressInFull({ version, address, mac }: ServerAddress): object {
  return { version, addr: address, 'OS-EXT-IPS:type': 'fixed', 'OS-EXT-IPS-MAC:mac_addr': mac };
}

/** Of servers that have come to an end: what went wrong inside is for administrators. */
function faultIn({ server: { fault }, viewer, status }: Shown): object | undefined {
  if (fault === null || (status !== 'ERROR' && status !== 'DELETED')) return undefined;
  const { code, at, message, details } = fault;
  const isTold = details !== '' && (viewer.isAdmin || code !== 500);
  return { code, created: shownSecond(at), message, ...(isTold ? { details } : {}) };
}

function timeOrNull(instant: number | null): string {
  return instant === null ? 'null' : `"${shownTime(instant)}"`;
}

export function isInSecurityGroup({ vmState, addresses }: Server): boolean {
  return vmState !== 'building' && addresses.length > 0;
}
