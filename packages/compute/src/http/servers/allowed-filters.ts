import type { ComputeContext } from '../endpoint.ts';
import { versions } from '../versions.ts';
import type { ServerParameter, ServersQuery } from './server-query.ts';

/** The filters that count, with the value of each, in the order in which they were sent. */
export interface FiltersInForce extends ReadonlyMap<ServerParameter, string> {
  /** Whether the caller may use all of them; what others may not use is passed over. */
  readonly isForAll: boolean;
}

export function filtersInForce(context: ComputeContext, taken: ServersQuery): FiltersInForce {
  const { app, caller, query, version } = context;
  const isForAll = app.policy.allows('os_compute_api:servers:allow_all_filters', caller);
  const allowed = allowedFilters.at(version) ?? new Set();
  const filters = new Map<ServerParameter, string>();
  for (const [each] of query.entries) {
    const name = each as ServerParameter; // Whether it is one, the query says.
    const value = taken[name]?.at(-1);
    if (value !== undefined && (isForAll || allowed.has(name))) filters.set(name, value);
  }
  return Object.assign(filters, { isForAll });
}

const first: readonly ServerParameter[] = [
  'reservation_id',
  'name',
  'status',
  'image',
  'flavor',
  'ip',
  'changes-since',
  'all_tenants',
];
const withIp6: readonly ServerParameter[] = [...first, 'ip6'];
const withTags: readonly ServerParameter[] = [...withIp6, 'tags', 'tags-any', 'not-tags', 'not-tags-any'];
const withBefore: readonly ServerParameter[] = [...withTags, 'changes-before'];
const withLocked: readonly ServerParameter[] = [...withBefore, 'locked'];
const withMore: readonly ServerParameter[] = [
  ...withLocked,
  'availability_zone',
  'config_drive',
  'key_name',
  'created_at',
  'launched_at',
  'terminated_at',
  'power_state',
  'task_state',
  'vm_state',
  'progress',
  'user_id',
];

/** What everybody may filter by. */
const allowedFilters = versions.ladder<ReadonlySet<ServerParameter>>(
  ['2.1', new Set(first)],
  ['2.5', new Set(withIp6)],
  ['2.26', new Set(withTags)],
  ['2.66', new Set(withBefore)],
  ['2.73', new Set(withLocked)],
  ['2.83', new Set(withMore)],
  ['2.90', new Set([...withMore, 'hostname'] as const)],
);
