import { projectId, userId } from '../asking/find-in-identity.ts';
import { pageThrough } from '../asking/page-through.ts';
import { textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { type Column, listCommand } from '../command/client-command.ts';
import { choice, flag, text, texts, whole } from '../command/option.ts';
import { asPairs, asWords } from '../output/formatted.ts';
import type { Value } from '../output/value.ts';
import { memberOf } from '../asking/member-of.ts';
import { imageId, imageNames } from './find-image.ts';
import { findFlavor, serverId } from './find-thing.ts';
import { networksOf, powerState, withoutImage } from './server-view.ts';

/** A server with the names of what it is made of. */
interface ListedServer {
  readonly server: Thing;
  readonly imageName: Value;
  readonly imageId: Value;
  readonly flavorName: Value;
  readonly flavorId: Value;
}

const field =
  (name: string) =>
  ({ server }: ListedServer) =>
    memberOf(server, name);

const columns: readonly Column<ListedServer>[] = [
  { title: 'ID', get: field('id') },
  { title: 'Name', get: field('name') },
  { title: 'Status', get: field('status') },
  { title: 'Task State', isLong: true, get: field('OS-EXT-STS:task_state') },
  {
    title: 'Power State',
    isLong: true,
    get: ({ server }) => powerState(memberOf(server, 'OS-EXT-STS:power_state')),
  },
  { title: 'Networks', get: ({ server }) => networksOf(server) },
  { title: 'Image', get: ({ imageName }) => imageName },
  { title: 'Image Name', isLong: true, get: ({ imageName }) => imageName },
  { title: 'Image ID', isLong: true, get: (listed) => listed.imageId },
  { title: 'Flavor', get: ({ flavorName }) => flavorName },
  { title: 'Flavor Name', isLong: true, until: '2.47', get: ({ flavorName }) => flavorName },
  { title: 'Flavor ID', isLong: true, until: '2.47', get: ({ flavorId }) => flavorId },
  { title: 'Availability Zone', isLong: true, get: field('OS-EXT-AZ:availability_zone') },
  { title: 'Host', isLong: true, get: field('OS-EXT-SRV-ATTR:host') },
  { title: 'Properties', isLong: true, get: ({ server }) => asPairs(memberOf(server, 'metadata')) },
  { title: 'Host Status', isLong: true, since: '2.16', get: field('host_status') },
];

/** Those that are shown when they are asked for by their titles. */
const onDemand: readonly Column<ListedServer>[] = [
  { title: 'Project ID', get: field('tenant_id') },
  { title: 'User ID', get: field('user_id') },
  { title: 'Created At', get: field('created') },
  {
    title: 'Security Groups',
    get: ({ server }) => asWords(thingsAt(server, 'security_groups').map((each) => each['name'] ?? null)),
  },
];

const states = { pending: 0, running: 1, paused: 3, shutdown: 4, crashed: 6, suspended: 7 } as const;

export const serverList = listCommand('compute', {
  options: {
    long: flag('Show more of them.'),
    name: text('<pattern>', 'Those whose name matches.'),
    status: text('<status>', 'Those in this state, such as ACTIVE.'),
    flavor: text('<flavor>', 'Those of this flavor.'),
    image: text('<image>', 'Those of this image.'),
    host: text('<host>', 'Those on this host.'),
    allProjects: flag('Those of all projects; also ALL_PROJECTS=1.'),
    project: text('<project>', 'Those of this project.'),
    user: text('<user>', 'Those of this user.'),
    deleted: flag('Those that are deleted.'),
    availabilityZone: text('<zone>', 'Those in this zone.'),
    keyName: text('<key>', 'Those with this key pair.'),
    configDrive: flag('Those with a config drive.', { not: ['noConfigDrive'] }),
    noConfigDrive: flag('Those without.'),
    progress: whole('<percent>', 'Those whose work has come that far.'),
    vmState: text('<state>', 'Those in this vm state.'),
    taskState: text('<state>', 'Those that this is being done with.'),
    powerState: choice(Object.keys(states) as (keyof typeof states)[], 'Those whose power is so.'),
    ip: text('<pattern>', 'Those with such an address.'),
    ip6: text('<pattern>', 'The same of IPv6.'),
    reservationId: text('<id>', 'Those of one reservation.'),
    instanceName: text('<pattern>', 'Those with this name on their host.'),
    changesSince: text('<time>', 'Those that were changed at that time or later, deleted ones too.'),
    changesBefore: text('<time>', 'Those that were changed at that time or before, deleted ones too.', {
      since: '2.66',
    }),
    locked: flag('Those that are locked.', { since: '2.73', not: ['unlocked'] }),
    unlocked: flag('Those that are not.', { since: '2.73' }),
    tags: texts('<tag>', 'Those with all these tags.', { since: '2.26', aliases: ['--tag'] }),
    notTags: texts('<tag>', 'Those that have not all of these tags.', {
      since: '2.26',
      aliases: ['--not-tag'],
    }),
    marker: text('<server>', 'Those behind this one.'),
    limit: whole('<n>', 'So many at most; all, unless given.'),
    noNameLookup: flag('Show ids of images and flavors, without asking for their names.', {
      aliases: ['-n'],
    }),
    nameLookupOneByOne: flag('Accepted, as by openstack: names are looked up as it is best.'),
  },
  columns: [...columns, ...onDemand],
  shows: (column, { values, columns: asked, service }) => {
    if (onDemand.includes(column)) return asked.includes(column.title);
    if (column.title === 'Image') return !values.long;
    return column.title !== 'Flavor' || !values.long || service.version.has('2.47');
  },
  list: async ({ service, cloud, values, outside }) => {
    const isOfAll =
      values.allProjects || values.project !== undefined || isTrue(outside.environment['ALL_PROJECTS']);
    const query = {
      reservation_id: values.reservationId,
      ip: values.ip,
      ip6: values.ip6,
      name: values.name,
      instance_name: values.instanceName,
      status: values.status,
      flavor:
        values.flavor === undefined ? undefined : textAt(await findFlavor(service, values.flavor), 'id'),
      image: values.image === undefined ? undefined : await imageId(cloud, values.image),
      host: values.host,
      tenant_id: values.project === undefined ? undefined : await projectId(cloud, values.project),
      all_tenants: isOfAll ? 'True' : undefined,
      user_id: values.user === undefined ? undefined : await userId(cloud, values.user),
      deleted: values.deleted ? 'True' : undefined,
      'changes-since': values.changesSince,
      'changes-before': values.changesBefore,
      availability_zone: values.availabilityZone,
      key_name: values.keyName,
      config_drive: values.configDrive ? 'True' : values.noConfigDrive ? 'False' : undefined,
      progress: values.progress,
      vm_state: values.vmState,
      task_state: values.taskState,
      power_state: values.powerState === undefined ? undefined : states[values.powerState],
      tags: values.tags.length === 0 ? undefined : values.tags.join(','),
      'not-tags': values.notTags.length === 0 ? undefined : values.notTags.join(','),
      locked: values.locked ? 'True' : values.unlocked ? 'False' : undefined,
      marker:
        values.marker === undefined || values.deleted
          ? values.marker
          : await serverId(service, values.marker),
    };
    const servers = await pageThrough(service, '/servers/detail', query, values.limit, { list: 'servers' });
    const looksUp = servers.length > 0 && !values.noNameLookup;
    const images = looksUp ? await imageNames(cloud) : new Map<string, string>();
    const flavors = looksUp && !service.version.has('2.47') ? await flavorNames() : new Map<string, string>();
    return servers.map((server) => named(server, images, flavors, values.noNameLookup));

    async function flavorNames(): Promise<ReadonlyMap<string, string>> {
      const all = thingsAt(await service.get('/flavors/detail', { is_public: 'None' }), 'flavors');
      return new Map(all.map((each) => [textAt(each, 'id'), textAt(each, 'name')]));
    }
  },
});

function named(
  server: Thing,
  images: ReadonlyMap<string, string>,
  flavors: ReadonlyMap<string, string>,
  byId: boolean,
): ListedServer {
  // Where a part of the cloud does not answer, services leave these out from 2.69 on.
  if (!('image' in server) || !('flavor' in server)) {
    return { server, imageName: '', imageId: '', flavorName: '', flavorId: '' };
  }
  const image = textAt(thingAt(server, 'image'), 'id');
  const flavor = thingAt(server, 'flavor');
  const flavorId = textAt(flavor, 'id');
  return {
    server,
    imageName: image === '' ? withoutImage : byId ? image : (images.get(image) ?? ''),
    imageId: image === '' ? withoutImage : image,
    flavorName: flavor['original_name'] ?? (byId ? flavorId : (flavors.get(flavorId) ?? '')),
    flavorId,
  };
}

function isTrue(text: string | undefined): boolean {
  return /^(1|t|true|on|y|yes)$/i.test(text ?? '');
}
