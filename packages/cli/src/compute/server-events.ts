import { pageThrough } from '../asking/page-through.ts';
import { textAt, type Thing, thingAt } from '../asking/service.ts';
import { type Column, listCommand, showCommand } from '../command/client-command.ts';
import { flag, neededText, text, whole } from '../command/option.ts';
import { inOrder } from '../output/formatted.ts';
import { memberOf } from '../asking/member-of.ts';
import { serverId } from './find-thing.ts';

const server = neededText('<server>', 'The server, by name or id; one that is deleted by id.');

const columns: readonly Column<Thing>[] = [
  { title: 'Request ID', get: (event) => memberOf(event, 'request_id') },
  { title: 'Server ID', get: (event) => memberOf(event, 'instance_uuid') },
  { title: 'Action', get: (event) => memberOf(event, 'action') },
  { title: 'Start Time', get: (event) => memberOf(event, 'start_time') },
  { title: 'Message', isLong: true, get: (event) => memberOf(event, 'message') },
  { title: 'Project ID', isLong: true, get: (event) => memberOf(event, 'project_id') },
  { title: 'User ID', isLong: true, get: (event) => memberOf(event, 'user_id') },
];

export const serverEventList = listCommand('compute', {
  takes: { server },
  options: {
    long: flag('Show more of them.'),
    changesSince: text('<time>', 'Those that were changed at that time or later.', { since: '2.58' }),
    changesBefore: text('<time>', 'Those that were changed at that time or before.', { since: '2.66' }),
    marker: text('<request id>', 'Those behind this one.', { since: '2.58' }),
    limit: whole('<n>', 'So many at most.', { since: '2.58' }),
  },
  columns,
  list: async ({ service, values }) => {
    const path = `/servers/${await serverId(service, values.server)}/os-instance-actions`;
    const query = {
      'changes-since': values.changesSince,
      'changes-before': values.changesBefore,
      marker: values.marker,
    };
    const pages = { list: 'instanceActions', marker: (last: Thing) => textAt(last, 'request_id') };
    // Further pages are told of under another name.
    return pageThrough(service, path, query, values.limit, { ...pages, links: 'links' });
  },
});

export const serverEventShow = showCommand('compute', {
  takes: { server, request: neededText('<request id>', 'The request that the event is of.') },
  show: async ({ service, values }) => {
    const path = `/servers/${await serverId(service, values.server)}/os-instance-actions`;
    return inOrder(
      thingAt(await service.get(`${path}/${encodeURIComponent(values.request)}`), 'instanceAction'),
    );
  },
});
