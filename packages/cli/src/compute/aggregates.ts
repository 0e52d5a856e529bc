import { type Service, textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { actionCommand, type Column, listCommand, showCommand } from '../command/client-command.ts';
import { forEach } from '../command/for-each.ts';
import { flag, neededText, pairs, someTexts, text, texts } from '../command/option.ts';
import { asPairs, asWords, inOrder } from '../output/formatted.ts';
import type { Cell } from '../output/value.ts';
import { memberOf } from '../asking/member-of.ts';
import { imageId } from './find-image.ts';
import { findAggregate } from './find-thing.ts';

const aggregate = neededText('<aggregate>', 'The aggregate, by name or id.');
const host = neededText('<host>', 'The host.');

const columns: readonly Column<Thing>[] = [
  { title: 'ID', get: (each) => memberOf(each, 'id') },
  { title: 'Name', get: (each) => memberOf(each, 'name') },
  { title: 'Availability Zone', get: (each) => memberOf(each, 'availability_zone') },
  { title: 'Properties', isLong: true, get: (each) => asPairs(withoutZone(thingAt(each, 'metadata'))) },
  { title: 'Hosts', isLong: true, get: (each) => asWords(memberOf(each, 'hosts')) },
];

export const aggregateList = listCommand('compute', {
  options: { long: flag('Show more of them.') },
  columns,
  list: async ({ service }) => thingsAt(await service.get('/os-aggregates'), 'aggregates'),
});

export const aggregateShow = showCommand('compute', {
  takes: { aggregate },
  show: async ({ service, values }) => {
    const found = await findAggregate(service, values.aggregate);
    return shown({ ...found, metadata: withoutZone(thingAt(found, 'metadata')) });
  },
});

export const aggregateCreate = showCommand('compute', {
  takes: { name: neededText('<name>', 'Its name.') },
  options: {
    zone: text('<zone>', 'The zone that its hosts are in.'),
    property: pairs('Something that counts for its hosts.'),
  },
  show: async ({ service, values }) => {
    const { name, zone, property } = values;
    const body = { name, ...(zone === undefined ? {} : { availability_zone: zone }) };
    const created = thingAt(await service.post('/os-aggregates', { aggregate: body }), 'aggregate');
    if (Object.keys(property).length === 0) return shown(created);
    return shown(await act(service, created, { set_metadata: { metadata: property } }));
  },
});

export const aggregateSet = actionCommand('compute', {
  takes: { aggregate },
  options: {
    name: text('<name>', 'A new name.'),
    zone: text('<zone>', 'Another zone.'),
    property: pairs('Something that counts for its hosts.'),
    noProperty: flag('Take away all that counts for its hosts first.'),
  },
  act: async ({ service, values }) => {
    const found = await findAggregate(service, values.aggregate);
    const { name, zone, noProperty, property } = values;
    const changed = {
      ...(name === undefined ? {} : { name }),
      ...(zone === undefined ? {} : { availability_zone: zone }),
    };
    if (Object.keys(changed).length > 0)
      await service.put(`/os-aggregates/${textAt(found, 'id')}`, { aggregate: changed });
    const gone = noProperty ? Object.keys(withoutZone(thingAt(found, 'metadata'))) : [];
    const metadata = { ...Object.fromEntries(gone.map((key) => [key, null])), ...property };
    if (Object.keys(metadata).length > 0) await act(service, found, { set_metadata: { metadata } });
  },
});

export const aggregateUnset = actionCommand('compute', {
  takes: { aggregate },
  options: { property: texts('<key>', 'What counts for its hosts no longer.') },
  act: async ({ service, values }) => {
    const found = await findAggregate(service, values.aggregate);
    const metadata = Object.fromEntries(values.property.map((key) => [key, null]));
    if (values.property.length > 0) await act(service, found, { set_metadata: { metadata } });
  },
});

export const aggregateAddHost = showCommand('compute', {
  takes: { aggregate, host },
  show: async ({ service, values }) =>
    shown(
      await act(service, await findAggregate(service, values.aggregate), { add_host: { host: values.host } }),
    ),
});

export const aggregateRemoveHost = showCommand('compute', {
  takes: { aggregate, host },
  show: async ({ service, values }) =>
    shown(
      await act(service, await findAggregate(service, values.aggregate), {
        remove_host: { host: values.host },
      }),
    ),
});

export const aggregateCacheImage = actionCommand('compute', {
  description: 'Its hosts fetch images before servers need them.',
  since: '2.81',
  takes: { aggregate, images: someTexts('<image>', 'Images, by name or id.') },
  act: async ({ service, cloud, values }) => {
    const found = await findAggregate(service, values.aggregate);
    const cache = await Promise.all(values.images.map(async (each) => ({ id: await imageId(cloud, each) })));
    await service.post(`/os-aggregates/${textAt(found, 'id')}/images`, { cache });
  },
});

export const aggregateDelete = actionCommand('compute', {
  takes: { aggregates: someTexts('<aggregate>', 'Aggregates, by name or id.') },
  act: async ({ service, values, outside }) => {
    const work = { verb: 'delete', noun: 'aggregate', complain: outside.complain };
    await forEach(values.aggregates, work, async (name) =>
      service.delete(`/os-aggregates/${textAt(await findAggregate(service, name), 'id')}`),
    );
  },
});

async function act(service: Service, found: Thing, body: unknown): Promise<Thing> {
  return thingAt(await service.post(`/os-aggregates/${textAt(found, 'id')}/action`, body), 'aggregate');
}

function shown({ deleted = null, metadata = {}, ...rest }: Thing): Record<string, Cell> {
  return inOrder({
    ...rest,
    hosts: asWords(rest['hosts'] ?? null),
    is_deleted: deleted,
    properties: asPairs(metadata),
  });
}

/** The zone is told by itself, and is among what counts for the hosts as well. */
function withoutZone({ availability_zone: _zone, ...others }: Thing): Thing {
  return others;
}
