import { ServiceError } from '@berth/client/service-error.ts';
import type { Cloud } from '../asking/cloud.ts';
import { allProjects, findProject, type Project, projectId } from '../asking/find-in-identity.ts';
import { inTurns } from '../asking/in-turns.ts';
import { memberOf } from '../asking/member-of.ts';
import { type Service, type Thing, thingAt } from '../asking/service.ts';
import { actionCommand, type Column, listCommand, showCommand } from '../command/client-command.ts';
import { CommandFailure } from '../command/command-failure.ts';
import { complaintOf } from '../command/complaint-of.ts';
import { flag, neededText, text, texts, whole } from '../command/option.ts';
import { UsageError } from '../command/usage-error.ts';
import { inOrder } from '../output/formatted.ts';
import { type Cell, isMapping } from '../output/value.ts';

/** What services call it, and what people do. */
const names: Readonly<Record<string, string>> = {
  cores: 'cores',
  fixed_ips: 'fixed-ips',
  injected_file_content_bytes: 'injected-file-size',
  injected_file_path_bytes: 'injected-path-size',
  injected_files: 'injected-files',
  instances: 'instances',
  key_pairs: 'key-pairs',
  metadata_items: 'properties',
  ram: 'ram',
  server_groups: 'server-groups',
  server_group_members: 'server-group-members',
  floating_ips: 'floating-ips',
  security_group_rules: 'secgroup-rules',
  security_groups: 'secgroups',
};

export const quotaShow = showCommand('compute', {
  description: 'Those of compute.',
  takes: { project: text('<project>', 'The project, your own unless given; with --class the class.') },
  options: {
    class: flag('Of a class.', { not: ['default'] }),
    default: flag('Those that hold where none are set.'),
  },
  show: async ({ service, cloud, values }) => {
    if (values.class) {
      if (values.project === undefined) throw new UsageError('--class: goes with the name of a class');
      const path = `/os-quota-class-sets/${encodeURIComponent(values.project)}`;
      return shown(thingAt(await service.get(path), 'quota_class_set'), null);
    }
    const project = await projectOf(cloud, values.project);
    return shown(await quotaSetOf(service, project.id, values.default ? '/defaults' : ''), project.name);
  },
});

/** The one that is named, else the one that this is asked for. */
async function projectOf(cloud: Cloud, text: string | undefined): Promise<Project> {
  if (text !== undefined) return findProject(cloud, text);
  const own = await cloud.ownProject();
  if (own === null) throw new CommandFailure('It is not known which project is yours: name one.');
  return own;
}

async function quotaSetOf(service: Service, project: string, part: '' | '/defaults' | '/detail') {
  return thingAt(await service.get(`/os-quota-sets/${encodeURIComponent(project)}${part}`), 'quota_set');
}

export const quotaSet = actionCommand('compute', {
  takes: { project: neededText('<project>', 'The project; with --class the class.') },
  options: {
    class: flag('Of a class.'),
    force: flag('Also where more is used already.'),
    cores: whole('<n>', 'Virtual CPUs; -1 is no limit, here and below.'),
    instances: whole('<n>', 'Servers.'),
    ram: whole('<MB>', 'Memory.'),
    keyPairs: whole('<n>', 'Key pairs of a user.'),
    properties: whole('<n>', 'Properties of a server.'),
    serverGroups: whole('<n>', 'Server groups.'),
    serverGroupMembers: whole('<n>', 'Servers in a group.'),
    injectedFiles: whole('<n>', 'Files put into a server; before 2.57.'),
    injectedFileSize: whole('<bytes>', 'How long such a file is; before 2.57.'),
    injectedPathSize: whole('<bytes>', 'How long its path is; before 2.57.'),
    fixedIps: whole('<n>', 'Addresses; before 2.36.'),
  },
  act: async ({ service, cloud, values }) => {
    const set = {
      cores: values.cores,
      instances: values.instances,
      ram: values.ram,
      key_pairs: values.keyPairs,
      metadata_items: values.properties,
      server_groups: values.serverGroups,
      server_group_members: values.serverGroupMembers,
      injected_files: values.injectedFiles,
      injected_file_content_bytes: values.injectedFileSize,
      injected_file_path_bytes: values.injectedPathSize,
      fixed_ips: values.fixedIps,
      ...(values.force ? { force: true } : {}),
    };
    if (Object.values(set).every((each) => each === undefined)) throw new UsageError('nothing to set');
    if (values.class)
      await service.put(`/os-quota-class-sets/${encodeURIComponent(values.project)}`, {
        quota_class_set: set,
      });
    else
      await service.put(`/os-quota-sets/${encodeURIComponent(await projectId(cloud, values.project))}`, {
        quota_set: set,
      });
  },
});

const listed: readonly (readonly [title: string, name: string])[] = [
  ['Project ID', 'id'],
  ['Cores', 'cores'],
  ['Fixed IPs', 'fixed_ips'],
  ['Injected Files', 'injected_files'],
  ['Injected File Content Bytes', 'injected_file_content_bytes'],
  ['Injected File Path Bytes', 'injected_file_path_bytes'],
  ['Instances', 'instances'],
  ['Key Pairs', 'key_pairs'],
  ['Metadata Items', 'metadata_items'],
  ['Ram', 'ram'],
  ['Server Groups', 'server_groups'],
  ['Server Group Members', 'server_group_members'],
];

/** With --detail a line is about one kind of thing. */
const detailed: readonly (readonly [title: string, name: string])[] = [
  ['Resource', 'resource'],
  ['In Use', 'in_use'],
  ['Reserved', 'reserved'],
  ['Limit', 'limit'],
];

const column = ([title, name]: readonly [string, string]): Column<Thing> => ({
  title,
  get: (item) => memberOf(item, name),
});

export const quotaList = listCommand('compute', {
  description: 'Those of compute, of projects that have others than the usual ones.',
  options: {
    compute: flag('Those of compute (there are no others here).'),
    project: texts('<project>', 'Of these projects; of all, unless given.'),
    detail: flag('What is used of those of one project, your own unless given.'),
  },
  columns: [...listed, ...detailed].map(column),
  shows: ({ title }, { values }) => values.detail === detailed.some(([name]) => name === title),
  list: async ({ service, cloud, values, outside }) => {
    if (values.detail) {
      const { id } = await projectOf(cloud, values.project.at(-1));
      const quotas = Object.entries(await quotaSetOf(service, id, '/detail'));
      return quotas.flatMap(([resource, of]) => (isMapping(of) ? [{ resource, ...of }] : []));
    }
    const projects =
      values.project.length > 0
        ? await inTurns(values.project, atOnce, (each) => findProject(cloud, each))
        : await allProjects(cloud);
    if (projects === null)
      throw new CommandFailure('There is no identity service that tells of all projects: use --project.');
    const found = await inTurns(projects, atOnce, async ({ id }) => {
      try {
        const [own, usual] = [await quotaSetOf(service, id, ''), await quotaSetOf(service, id, '/defaults')];
        return listed.some(([, name]) => name !== 'id' && own[name] !== usual[name]) ? [{ ...own, id }] : [];
      } catch (error) {
        // One of all may be gone meanwhile, which is a 400 of Nova; the others are listed.
        const isGone = error instanceof ServiceError && [400, 404].includes(error.status);
        if (!isGone || values.project.length > 0) throw error;
        outside.complain(`Project ${id}: ${complaintOf(error)}`);
        return [];
      }
    });
    return found.flat();
  },
});

/** So many projects are asked about at one time. */
const atOnce = 8;

function shown({ id, ...quotas }: Thing, projectName: string | null): Record<string, Cell> {
  const renamed = Object.entries(quotas).map(([name, value]) => [names[name] ?? name, value] as const);
  return inOrder({
    ...Object.fromEntries(renamed),
    ...(id === undefined ? {} : { project: id }),
    ...(projectName === null ? {} : { project_name: projectName }),
  });
}
