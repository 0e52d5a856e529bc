import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { pagingParameters } from '../paging.ts';
import { type QueryParameter, type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';
import { ignoredSortKeys, sortKeys } from './sort-servers.ts';

const text = { value: { type: 'string' } } as const satisfies QueryParameter;
const pattern = { value: { type: 'string', format: 'regex' } } as const satisfies QueryParameter;
const moment = { value: { type: 'string', format: 'date-time' } } as const satisfies QueryParameter;

/** Names that a list is refused with, since they would be of other things than servers. */
export const joinedNames = [
  'block_device_mapping',
  'services',
  'metadata',
  'system_metadata',
  'info_cache',
  'security_groups',
  'pci_devices',
] as const;

/** In this order: clients see which of several mistakes it was. */
const filters = {
  user_id: text,
  project_id: text,
  tenant_id: text,
  launch_index: text,
  image_ref: text,
  image: text,
  kernel_id: pattern,
  ramdisk_id: pattern,
  hostname: pattern,
  key_name: pattern,
  power_state: pattern,
  vm_state: text,
  task_state: text,
  host: text,
  node: pattern,
  flavor: pattern,
  reservation_id: pattern,
  launched_at: pattern,
  terminated_at: pattern,
  availability_zone: pattern,
  name: pattern,
  display_name: pattern,
  description: pattern,
  display_description: pattern,
  locked_by: pattern,
  uuid: text,
  root_device_name: pattern,
  config_drive: pattern,
  access_ip_v4: pattern,
  access_ip_v6: pattern,
  auto_disk_config: pattern,
  progress: pattern,
  sort_key: { value: oneOf([...sortKeys, ...ignoredSortKeys]) },
  sort_dir: text,
  all_tenants: text,
  soft_deleted: text,
  deleted: text,
  status: text,
  'changes-since': moment,
  ip: pattern,
  ip6: pattern,
  created_at: pattern,
  block_device_mapping: text,
  services: text,
  metadata: text,
  system_metadata: text,
  info_cache: text,
  security_groups: text,
  pci_devices: text,
  ...pagingParameters,
} as const satisfies Readonly<Record<string, QueryParameter>>;

const tagFilters = {
  tags: pattern,
  'tags-any': pattern,
  'not-tags': pattern,
  'not-tags-any': pattern,
} as const;
const lockedToo = {
  sort_key: { value: oneOf([...sortKeys, 'locked', ...ignoredSortKeys]) },
  locked: text,
} as const;
const strictSort = { sort_key: { value: oneOf([...sortKeys, 'locked']) } } as const;

function oneOf(names: readonly string[]): JsonSchema {
  return { type: 'string', enum: [...new Set(names)] };
}

export type ServerParameter = keyof typeof filters | keyof typeof tagFilters | 'changes-before' | 'locked';
export type ServersQuery = TakenQuery<ServerParameter>;

const untagged: Readonly<Partial<Record<ServerParameter, QueryParameter>>> = filters;
const tagged = { ...untagged, ...tagFilters };
const bounded = { ...tagged, 'changes-before': moment };
const lockable = { ...bounded, ...lockedToo };

/** Names that begin so are refused by the list itself, and not with those that there are not. */
const inner = { pattern: '^_' };

export const takeServersQuery = versions.ladder<(query: QueryParams) => ServersQuery>(
  ['2.1', taken(untagged)],
  ['2.26', taken(tagged)],
  ['2.66', taken(bounded)],
  ['2.73', taken(lockable)],
  ['2.75', taken({ ...lockable, ...strictSort }, true)],
);

function taken(
  parameters: Readonly<Partial<Record<ServerParameter, QueryParameter>>>,
  isStrict = false,
): (query: QueryParams) => ServersQuery {
  return takenQuery(parameters as Readonly<Record<ServerParameter, QueryParameter>>, { ...inner, isStrict });
}
