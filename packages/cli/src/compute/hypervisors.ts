import { ServiceError } from '@berth/client/service-error.ts';
import { exactJson } from '../asking/exact-json.ts';
import { pageThrough } from '../asking/page-through.ts';
import { type Service, textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { type Column, listCommand, showCommand } from '../command/client-command.ts';
import { CommandFailure } from '../command/command-failure.ts';
import { flag, neededText, text, whole } from '../command/option.ts';
import { asPairs, inOrder } from '../output/formatted.ts';
import type { Cell, Value } from '../output/value.ts';
import { memberOf } from '../asking/member-of.ts';
import { findHypervisor } from './find-thing.ts';

const columns: readonly Column<Thing>[] = [
  { title: 'ID', get: (node) => memberOf(node, 'id') },
  { title: 'Hypervisor Hostname', get: (node) => memberOf(node, 'hypervisor_hostname') },
  { title: 'Hypervisor Type', get: (node) => memberOf(node, 'hypervisor_type') },
  { title: 'Host IP', get: (node) => memberOf(node, 'host_ip') },
  { title: 'State', get: (node) => memberOf(node, 'state') },
  { title: 'vCPUs Used', isLong: true, get: (node) => memberOf(node, 'vcpus_used') },
  { title: 'vCPUs', isLong: true, get: (node) => memberOf(node, 'vcpus') },
  { title: 'Memory MB Used', isLong: true, get: (node) => memberOf(node, 'memory_mb_used') },
  { title: 'Memory MB', isLong: true, get: (node) => memberOf(node, 'memory_mb') },
];

export const hypervisorList = listCommand('compute', {
  options: {
    matching: text('<name>', 'Those with this in their name.', { not: ['marker', 'limit'] }),
    marker: text('<hypervisor>', 'Those behind this one, by id.', { since: '2.33' }),
    limit: whole('<n>', 'So many at most.', { since: '2.33' }),
    long: flag('Show more of them; services tell it before 2.88 only.'),
  },
  columns,
  list: async ({ service, values }) => {
    const { matching, marker, limit } = values;
    if (matching === undefined)
      return pageThrough(service, '/os-hypervisors/detail', { marker }, limit, { list: 'hypervisors' });
    if (service.version.has('2.53'))
      return thingsAt(
        await service.get('/os-hypervisors/detail', { hypervisor_hostname_pattern: matching }),
        'hypervisors',
      );
    return thingsAt(
      await service.get(`/os-hypervisors/${encodeURIComponent(matching)}/search`),
      'hypervisors',
    );
  },
});

export const hypervisorShow = showCommand('compute', {
  takes: { hypervisor: neededText('<hypervisor>', 'The hypervisor, by name or id.') },
  show: async ({ service, values }) => {
    const {
      service: agent = null,
      servers: _servers,
      ...node
    } = await findHypervisor(service, values.hypervisor);
    const { id = null, host = null } = thingAt({ agent }, 'agent');
    const aggregates = thingsAt(await service.get('/os-aggregates'), 'aggregates')
      .filter((each) => (each['hosts'] as readonly Value[] | undefined)?.includes(host))
      .map((each) => each['name'] ?? null);
    const uptime = await uptimeOf(service, node);
    const information = node['cpu_info'];
    const shown: Record<string, Cell> = {
      ...node,
      ...uptimeFields(uptime),
      aggregates,
      service_id: id,
      service_host: host,
    };
    if (information !== undefined)
      shown['cpu_info'] = asPairs(typeof information === 'string' ? parsed(information) : information);
    if (uptime === null) delete shown['uptime'];
    return inOrder(shown);
  },
});

/** With the node itself from 2.88 on. Null where its host cannot tell. */
async function uptimeOf(service: Service, node: Thing): Promise<string | null> {
  if (service.version.has('2.88')) return typeof node['uptime'] === 'string' ? node['uptime'] : null;
  try {
    const answer = await service.get(`/os-hypervisors/${textAt(node, 'id')}/uptime`);
    return textAt(thingAt(answer, 'hypervisor'), 'uptime');
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 501 || error.status === 400)) return null;
    throw error;
  }
}

/** ' 17:37:14 up  2:33,  3 users,  load average: 0.33, 0.36, 0.34'. */
function uptimeFields(text: string | null): Record<string, string> {
  const match = /^\s*(.+)\sup\s+(.+),\s+(.+)\susers?,\s+load average:\s(.+)/.exec(text ?? '');
  if (match === null) return {};
  const [, hostTime = '', uptime = '', users = '', load = ''] = match;
  return { host_time: hostTime, uptime, users, load_average: load };
}

/** Before 2.28 it was JSON in a text. */
function parsed(text: string): Value {
  try {
    return exactJson(text || '{}');
  } catch {
    return {};
  }
}

export const hypervisorStatsShow = showCommand('compute', {
  description: 'Services tell it before 2.88 only.',
  show: async ({ service }) => {
    if (service.version.has('2.88'))
      throw new CommandFailure(
        'Sums of hypervisors are told before compute 2.88 only: --os-compute-api-version 2.87',
      );
    return inOrder(thingAt(await service.get('/os-hypervisors/statistics'), 'hypervisor_statistics'));
  },
});
