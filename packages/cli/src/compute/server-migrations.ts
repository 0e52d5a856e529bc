import { projectId, userId } from '../asking/find-in-identity.ts';
import { isUuid } from '../asking/is-uuid.ts';
import { pageThrough } from '../asking/page-through.ts';
import { type Service, textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { actionCommand, type Column, listCommand, showCommand } from '../command/client-command.ts';
import { CommandFailure } from '../command/command-failure.ts';
import { choice, neededText, text, whole } from '../command/option.ts';
import { memberOf } from '../asking/member-of.ts';
import { serverId } from './find-thing.ts';

const server = neededText('<server>', 'The server, by name or id.');
const migration = neededText('<migration>', 'The migration, by id; from 2.59 on also by uuid.');

const field = (name: string) => (item: Thing) => memberOf(item, name);

const columns: readonly Column<Thing>[] = [
  { title: 'Id', since: '2.23', get: field('id') },
  { title: 'UUID', since: '2.59', get: field('uuid') },
  { title: 'Source Node', get: field('source_node') },
  { title: 'Dest Node', get: field('dest_node') },
  { title: 'Source Compute', get: field('source_compute') },
  { title: 'Dest Compute', get: field('dest_compute') },
  { title: 'Dest Host', get: field('dest_host') },
  { title: 'Status', get: field('status') },
  { title: 'Server UUID', get: field('instance_uuid') },
  { title: 'Old Flavor', get: field('old_instance_type_id') },
  { title: 'New Flavor', get: field('new_instance_type_id') },
  { title: 'Type', since: '2.23', get: field('migration_type') },
  { title: 'Project', since: '2.80', get: field('project_id') },
  { title: 'User', since: '2.80', get: field('user_id') },
  { title: 'Created At', get: field('created_at') },
  { title: 'Updated At', get: field('updated_at') },
];

export const serverMigrationList = listCommand('compute', {
  options: {
    server: text('<server>', 'Those of this server.'),
    host: text('<host>', 'Those from or to this host.'),
    status: text('<status>', 'Those in this state.'),
    type: choice(['evacuation', 'live-migration', 'cold-migration', 'resize'], 'Those of this type.'),
    marker: text('<uuid>', 'Those behind this one.', { since: '2.59' }),
    limit: whole('<n>', 'So many at most.', { since: '2.59' }),
    changesSince: text('<time>', 'Those that were changed at that time or later.', { since: '2.59' }),
    changesBefore: text('<time>', 'Those that were changed at that time or before.', { since: '2.66' }),
    project: text('<project>', 'Those of this project.', { since: '2.80' }),
    user: text('<user>', 'Those of this user.', { since: '2.80' }),
  },
  columns,
  shows: ({ title }, { values }) =>
    (title !== 'Project' || values.project !== undefined) && (title !== 'User' || values.user !== undefined),
  list: async ({ service, cloud, values }) => {
    const query = {
      host: values.host,
      status: values.status,
      instance_uuid: values.server === undefined ? undefined : await serverId(service, values.server),
      migration_type: values.type === 'cold-migration' ? 'migration' : values.type,
      'changes-since': values.changesSince,
      'changes-before': values.changesBefore,
      project_id: values.project === undefined ? undefined : await projectId(cloud, values.project),
      user_id: values.user === undefined ? undefined : await userId(cloud, values.user),
      marker: values.marker,
    };
    const marker = (last: Thing) => textAt(last, 'uuid');
    return pageThrough(service, '/os-migrations', query, values.limit, { list: 'migrations', marker });
  },
});

const shownFields = [
  'ID',
  'Server UUID',
  'Status',
  'Source Compute',
  'Source Node',
  'Dest Compute',
  'Dest Host',
  'Dest Node',
  'Memory Total Bytes',
  'Memory Processed Bytes',
  'Memory Remaining Bytes',
  'Disk Total Bytes',
  'Disk Processed Bytes',
  'Disk Remaining Bytes',
  'Created At',
  'Updated At',
];

export const serverMigrationShow = showCommand('compute', {
  description: 'One that is under way.',
  since: '2.24',
  takes: { server, migration },
  show: async ({ service, values }) => {
    const found = await findMigration(service, await serverId(service, values.server), values.migration);
    const titles = [
      ...shownFields,
      ...(service.version.has('2.59') ? ['UUID'] : []),
      ...(service.version.has('2.80') ? ['User ID', 'Project ID'] : []),
    ];
    return Object.fromEntries(
      titles.map((title) => [title, memberOf(found, title.toLowerCase().replaceAll(' ', '_'))]),
    );
  },
});

export const serverMigrationAbort = actionCommand('compute', {
  since: '2.24',
  takes: { server, migration },
  act: async ({ service, values }) => {
    const id = await serverId(service, values.server);
    const found = await findMigration(service, id, values.migration);
    await service.delete(`/servers/${id}/migrations/${textAt(found, 'id')}`);
  },
});

export const serverMigrationForceComplete = actionCommand('compute', {
  since: '2.22',
  takes: { server, migration },
  act: async ({ service, values }) => {
    const id = await serverId(service, values.server);
    const found = await findMigration(service, id, values.migration);
    await service.post(`/servers/${id}/migrations/${textAt(found, 'id')}/action`, { force_complete: null });
  },
});

/** The service knows them by number alone. */
async function findMigration(service: Service, server: string, text: string): Promise<Thing> {
  const path = `/servers/${server}/migrations`;
  if (/^\d+$/.test(text))
    return service.version.has('2.23')
      ? thingAt(await service.get(`${path}/${text}`), 'migration')
      : { id: text };
  if (!isUuid(text)) throw new CommandFailure('The <migration> argument must be an ID or UUID');
  const found = thingsAt(await service.get(path), 'migrations').find((each) => each['uuid'] === text);
  if (found === undefined)
    throw new CommandFailure(`In-progress live migration ${text} is not found for server ${server}.`);
  return found;
}
