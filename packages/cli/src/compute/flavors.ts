import { projectId } from '../asking/find-in-identity.ts';
import { pageThrough } from '../asking/page-through.ts';
import { type Service, textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { actionCommand, type Column, listCommand, showCommand } from '../command/client-command.ts';
import { CommandFailure } from '../command/command-failure.ts';
import { forEach } from '../command/for-each.ts';
import { decimal, flag, neededText, pairs, someTexts, text, texts, whole } from '../command/option.ts';
import { UsageError } from '../command/usage-error.ts';
import { asPairs, inOrder } from '../output/formatted.ts';
import { type Cell, Float, type Value } from '../output/value.ts';
import { memberOf } from '../asking/member-of.ts';
import { findFlavor } from './find-thing.ts';

const flavor = neededText('<flavor>', 'The flavor, by name or id.');

const columns: readonly Column<Thing>[] = [
  { title: 'ID', get: (each) => memberOf(each, 'id') },
  { title: 'Name', get: (each) => memberOf(each, 'name') },
  { title: 'RAM', get: (each) => memberOf(each, 'ram') },
  { title: 'Disk', get: (each) => memberOf(each, 'disk') },
  { title: 'Ephemeral', get: (each) => memberOf(each, 'OS-FLV-EXT-DATA:ephemeral') },
  { title: 'VCPUs', get: (each) => memberOf(each, 'vcpus') },
  { title: 'Is Public', get: (each) => memberOf(each, 'os-flavor-access:is_public') },
  { title: 'Swap', isLong: true, get: (each) => whole0(memberOf(each, 'swap')) },
  { title: 'RXTX Factor', isLong: true, get: (each) => fraction(memberOf(each, 'rxtx_factor')) },
  { title: 'Properties', isLong: true, get: (each) => asPairs(memberOf(each, 'extra_specs')) },
];

export const flavorList = listCommand('compute', {
  options: {
    public: flag('Those for everybody (so unless told).', { not: ['private', 'all'] }),
    private: flag('Those for some projects.', { not: ['all'] }),
    all: flag('Both.'),
    minDisk: whole('<GB>', 'Those with so much disk.'),
    minRam: whole('<MB>', 'Those with so much memory.'),
    long: flag('Show more of them.'),
    marker: text('<flavor>', 'Those behind this one, by id.'),
    limit: whole('<n>', 'So many at most.'),
  },
  columns,
  list: async ({ service, values }) => {
    const isPublic = values.all ? 'None' : values.private ? 'False' : 'True';
    const query = {
      is_public: isPublic,
      minDisk: values.minDisk,
      minRam: values.minRam,
      marker: values.marker,
    };
    const flavors = await pageThrough(service, '/flavors/detail', query, values.limit, { list: 'flavors' });
    if (!values.long) return flavors;
    return Promise.all(flavors.map(async (each) => ({ ...each, extra_specs: await specsOf(service, each) })));
  },
});

export const flavorShow = showCommand('compute', {
  takes: { flavor },
  show: async ({ service, values }) => {
    const found = await findFlavor(service, values.flavor);
    const access =
      found['os-flavor-access:is_public'] === true ? null : await projectsWith(service, textAt(found, 'id'));
    return inOrder({ ...(await shown(service, found)), access_project_ids: access });
  },
});

export const flavorCreate = showCommand('compute', {
  takes: { name: neededText('<name>', 'Its name.') },
  options: {
    id: text('<id>', 'Its id; one is made unless given, also for auto.'),
    ram: whole('<MB>', 'Memory (256).'),
    disk: whole('<GB>', 'Disk (0).'),
    ephemeral: whole('<GB>', 'A further disk (0).'),
    swap: whole('<MB>', 'A disk to swap to (0).'),
    vcpus: whole('<n>', 'Virtual CPUs (1).'),
    rxtxFactor: decimal('<factor>', 'How much of the network (1.0).'),
    public: flag('For everybody (so unless told).', { not: ['private'] }),
    private: flag('For some projects.'),
    property: pairs('An extra spec.'),
    project: text('<project>', 'A project that it is for; with --private.'),
    description: text('<text>', 'What it is for.', { since: '2.55' }),
  },
  show: async ({ service, cloud, values, outside }) => {
    if (values.project !== undefined && !values.private)
      throw new UsageError('--project is only allowed with --private');
    const body = {
      name: values.name,
      id: values.id === undefined || values.id === 'auto' ? null : values.id,
      ram: values.ram ?? 256,
      disk: values.disk ?? 0,
      'OS-FLV-EXT-DATA:ephemeral': values.ephemeral ?? 0,
      swap: values.swap ?? 0,
      vcpus: values.vcpus ?? 1,
      rxtx_factor: new Float(values.rxtxFactor ?? 1),
      'os-flavor-access:is_public': !values.private,
      ...(values.description === undefined ? {} : { description: values.description }),
    };
    const created = thingAt(await service.post('/flavors', { flavor: body }), 'flavor');
    const path = `/flavors/${encodeURIComponent(textAt(created, 'id'))}`;
    if (values.project !== undefined)
      await service.post(`${path}/action`, {
        addTenantAccess: { tenant: await projectId(cloud, values.project) },
      });
    let specs: Value = thingAt(created, 'extra_specs');
    if (Object.keys(values.property).length > 0) {
      try {
        specs = thingAt(
          await service.post(`${path}/os-extra_specs`, { extra_specs: values.property }),
          'extra_specs',
        );
      } catch (error) {
        outside.complain(`The flavor ${textAt(created, 'id')} was created, but without its properties:`);
        throw error;
      }
    }
    return inOrder(await shown(service, { ...created, extra_specs: specs }));
  },
});

export const flavorSet = actionCommand('compute', {
  takes: { flavor },
  options: {
    property: pairs('An extra spec.'),
    noProperty: flag('Take away all extra specs first.'),
    project: text('<project>', 'A project that it is for, too.'),
    description: text('<text>', 'What it is for.', { since: '2.55' }),
  },
  act: async ({ service, cloud, values }) => {
    const found = await findFlavor(service, values.flavor);
    const path = `/flavors/${encodeURIComponent(textAt(found, 'id'))}`;
    if (values.description !== undefined)
      await service.put(path, { flavor: { description: values.description } });
    if (values.noProperty) {
      for (const key of Object.keys(await specsOf(service, found)))
        await service.delete(`${path}/os-extra_specs/${encodeURIComponent(key)}`);
    }
    if (Object.keys(values.property).length > 0)
      await service.post(`${path}/os-extra_specs`, { extra_specs: values.property });
    if (values.project === undefined) return;
    if (found['os-flavor-access:is_public'] === true)
      throw new CommandFailure('Cannot set access for a public flavor');
    await service.post(`${path}/action`, {
      addTenantAccess: { tenant: await projectId(cloud, values.project) },
    });
  },
});

export const flavorUnset = actionCommand('compute', {
  takes: { flavor },
  options: {
    property: texts('<key>', 'An extra spec it loses.'),
    project: text('<project>', 'A project that it is for no longer.'),
  },
  act: async ({ service, cloud, values }) => {
    const found = await findFlavor(service, values.flavor);
    const path = `/flavors/${encodeURIComponent(textAt(found, 'id'))}`;
    for (const key of values.property)
      await service.delete(`${path}/os-extra_specs/${encodeURIComponent(key)}`);
    if (values.project === undefined) return;
    if (found['os-flavor-access:is_public'] === true)
      throw new CommandFailure('Cannot remove access for a public flavor');
    await service.post(`${path}/action`, {
      removeTenantAccess: { tenant: await projectId(cloud, values.project) },
    });
  },
});

export const flavorDelete = actionCommand('compute', {
  takes: { flavors: someTexts('<flavor>', 'Flavors, by name or id.') },
  act: async ({ service, values, outside }) => {
    const work = { verb: 'delete', noun: 'flavor', complain: outside.complain };
    await forEach(values.flavors, work, async (name) =>
      service.delete(`/flavors/${encodeURIComponent(textAt(await findFlavor(service, name), 'id'))}`),
    );
  },
});

async function shown(service: Service, found: Thing): Promise<Record<string, Cell>> {
  return {
    'OS-FLV-DISABLED:disabled': memberOf(found, 'OS-FLV-DISABLED:disabled'),
    'OS-FLV-EXT-DATA:ephemeral': memberOf(found, 'OS-FLV-EXT-DATA:ephemeral'),
    description: found['description'] ?? null,
    disk: memberOf(found, 'disk'),
    id: memberOf(found, 'id'),
    name: memberOf(found, 'name'),
    'os-flavor-access:is_public': memberOf(found, 'os-flavor-access:is_public'),
    properties: asPairs(await specsOf(service, found)),
    ram: memberOf(found, 'ram'),
    rxtx_factor: fraction(memberOf(found, 'rxtx_factor')),
    swap: whole0(memberOf(found, 'swap')),
    vcpus: memberOf(found, 'vcpus'),
  };
}

/** They come with flavors from 2.61 on, where whoever asks may see them. */
async function specsOf(service: Service, found: Thing): Promise<Thing> {
  if (found['extra_specs'] !== undefined) return thingAt(found, 'extra_specs');
  const answer = await service.find(`/flavors/${encodeURIComponent(textAt(found, 'id'))}/os-extra_specs`);
  return answer === null ? {} : thingAt(answer, 'extra_specs');
}

async function projectsWith(service: Service, id: string): Promise<readonly Value[]> {
  const answer = await service.get(`/flavors/${encodeURIComponent(id)}/os-flavor-access`);
  return thingsAt(answer, 'flavor_access').map((each) => each['tenant_id'] ?? null);
}

/** Before 2.75 no swap was an empty text. */
function whole0(value: Value): Value {
  return value === '' ? 0 : value;
}

function fraction(value: Value): Value {
  return typeof value === 'number' ? new Float(value) : value;
}
