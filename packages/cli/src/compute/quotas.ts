import { projectId } from '../asking/find-in-identity.ts';
import { type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { actionCommand, type Column, listCommand, showCommand } from '../command/client-command.ts';
import { flag, neededText, someTexts, text, whole } from '../command/option.ts';
import { UsageError } from '../command/usage-error.ts';
import { inOrder } from '../output/formatted.ts';
import { type Cell, Float, Formatted, type Value } from '../output/value.ts';
import { memberOf } from '../asking/member-of.ts';

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
  takes: { project: neededText('<project>', 'The project; with --class the class.') },
  options: {
    class: flag('Of a class.', { not: ['default'] }),
    default: flag('Those that hold where none are set.'),
  },
  show: async ({ service, cloud, values }) => {
    const { project } = values;
    if (values.class)
      return shown(
        thingAt(await service.get(`/os-quota-class-sets/${encodeURIComponent(project)}`), 'quota_class_set'),
      );
    const path = `/os-quota-sets/${encodeURIComponent(await projectId(cloud, project))}${values.default ? '/defaults' : ''}`;
    return shown(thingAt(await service.get(path), 'quota_set'));
  },
});

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

export const quotaList = listCommand('compute', {
  description: 'Those of compute.',
  options: {
    compute: flag('Those of compute (there are no others here).'),
    project: someTexts('<project>', 'The projects.'),
  },
  columns: listed.map(([title, name]): Column<Thing> => ({ title, get: (item) => memberOf(item, name) })),
  list: async ({ service, cloud, values }) =>
    Promise.all(
      values.project.map(async (project) => {
        const id = await projectId(cloud, project);
        return { ...thingAt(await service.get(`/os-quota-sets/${encodeURIComponent(id)}`), 'quota_set'), id };
      }),
    ),
});

export const limitsShow = listCommand('compute', {
  description: 'Those of compute.',
  options: {
    absolute: flag('How much there may be, and is (so unless told).', { not: ['rate'] }),
    rate: flag('How often something may be asked for: there is no such limit.'),
    reserved: flag('What is reserved, too.'),
    project: text('<project>', 'Those of this project.'),
  },
  columns: [
    { title: 'Name', get: ([name]: readonly [string, Value]) => name },
    { title: 'Value', get: ([, value]) => value },
  ],
  list: async ({ service, cloud, values }) => {
    if (values.rate) return [];
    const query = {
      reserved: values.reserved ? 1 : undefined,
      tenant_id: values.project === undefined ? undefined : await projectId(cloud, values.project),
    };
    return Object.entries(thingAt(thingAt(await service.get('/limits', query), 'limits'), 'absolute'));
  },
});

const dayMs = 86_400_000;

export const usageList = listCommand('compute', {
  options: {
    start: text('<YYYY-MM-DD>', 'From this day on (four weeks ago).'),
    end: text('<YYYY-MM-DD>', 'To this day (tomorrow).'),
  },
  columns: [
    { title: 'Project', get: (each: Thing) => memberOf(each, 'tenant_id') },
    { title: 'Servers', get: (each) => counted(memberOf(each, 'server_usages')) },
    { title: 'RAM MB-Hours', get: (each) => rounded(memberOf(each, 'total_memory_mb_usage')) },
    { title: 'CPU Hours', get: (each) => rounded(memberOf(each, 'total_vcpus_usage')) },
    { title: 'Disk GB-Hours', get: (each) => rounded(memberOf(each, 'total_local_gb_usage')) },
  ],
  list: async ({ service, values }) => {
    const at = (day: string | undefined, otherwise: number) => {
      const time = day === undefined ? otherwise : Date.parse(day);
      if (Number.isNaN(time)) throw new UsageError(`--start and --end: must be days such as 2026-11-17`);
      return new Date(time).toISOString().replace('Z', '');
    };
    const now = Date.now();
    const query = {
      start: at(values.start, now - 28 * dayMs),
      end: at(values.end, now + dayMs),
      detailed: 1,
    };
    return thingsAt(await service.get('/os-simple-tenant-usage', query), 'tenant_usages');
  },
});

function counted(value: Value): Formatted {
  return new Formatted(value, Array.isArray(value) ? String(value.length) : '0');
}

function rounded(value: Value): Cell {
  return value instanceof Float || typeof value === 'number'
    ? new Formatted(value, Number(value).toFixed(2))
    : value;
}

function shown({ id, ...quotas }: Thing): Record<string, Cell> {
  const renamed = Object.entries(quotas).map(([name, value]) => [names[name] ?? name, value] as const);
  return inOrder({ ...Object.fromEntries(renamed), ...(id === undefined ? {} : { project: id }) });
}
