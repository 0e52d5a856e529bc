import { badRequest, HttpError } from '@berth/api-kit/http-error.ts';
import { compareByCodePoint } from '@berth/api-kit/json/code-points.ts';
import { powerStates } from '@berth/compute-engine/servers/server-states.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import { compareIds } from '@berth/compute-engine/servers/server-order.ts';
import type { ComputeContext } from '../endpoint.ts';
import { isAdmin } from '../is-admin.ts';
import { versions } from '../versions.ts';
import { kernelIdOf, ramdiskIdOf } from './image-parts.ts';
import type { ServersQuery } from './server-query.ts';

type Key = (server: Server) => string | number | null;
export type ServerOrder = (one: Server, other: Server) => number;

/** What servers can be sorted by; the names are those of columns of the original. */
const keys = {
  access_ip_v4: ({ accessIpV4 }) => accessIpV4,
  access_ip_v6: ({ accessIpV6 }) => accessIpV6,
  auto_disk_config: ({ diskConfig }) => Number(diskConfig === 'AUTO'),
  availability_zone: ({ place, pinnedZone }) => place?.zone ?? pinnedZone,
  config_drive: ({ hasConfigDrive }) => (hasConfigDrive ? 'True' : ''),
  created_at: ({ createdAt }) => createdAt,
  display_description: ({ description }) => description,
  display_name: ({ name }) => name,
  host: ({ place }) => place?.host ?? null,
  hostname: ({ hostname }) => hostname,
  image_ref: ({ image }) => image?.id ?? '',
  instance_type_id: ({ flavor }) => flavor.number,
  kernel_id: kernelIdOf,
  key_name: ({ key }) => key?.name ?? null,
  launch_index: ({ launchIndex }) => launchIndex,
  launched_at: ({ launchedAt }) => launchedAt,
  locked_by: ({ lock }) => lock?.by ?? null,
  node: ({ place }) => place?.nodeName ?? null,
  power_state: ({ powerState }) => powerStates[powerState],
  progress: ({ progress }) => progress,
  project_id: ({ projectId }) => projectId,
  ramdisk_id: ramdiskIdOf,
  root_device_name: ({ rootDeviceName }) => rootDeviceName,
  task_state: ({ taskState }) => taskState,
  terminated_at: ({ terminatedAt }) => terminatedAt,
  updated_at: ({ updatedAt }) => updatedAt,
  user_id: ({ userId }) => userId,
  uuid: ({ id }) => id,
  vm_state: ({ vmState }) => vmState,
} as const satisfies Readonly<Record<string, Key>>;

export const sortKeys = Object.keys(keys);

/** What was once sent without an effect, up to 2.74. */
export const ignoredSortKeys = [
  'architecture',
  'cell_name',
  'cleaned',
  'default_ephemeral_device',
  'default_swap_device',
  'deleted',
  'deleted_at',
  'disable_terminate',
  'ephemeral_gb',
  'ephemeral_key_uuid',
  'id',
  'key_data',
  'launched_on',
  'locked',
  'memory_mb',
  'os_type',
  'reservation_id',
  'root_gb',
  'shutdown_terminate',
  'user_data',
  'vcpus',
  'vm_mode',
];

const isLocked: Key = ({ lock }) => Number(lock !== null);

/** `locked` is one of those that are ignored until it becomes one of the others. */
const keysInForce = versions.ladder<Readonly<Record<string, Key>>>(
  ['2.1', keys],
  ['2.73', { ...keys, locked: isLocked }],
);

const forAdmins: readonly string[] = ['host', 'node'];

/** What a list is to be sorted by. */
export interface Sorting {
  readonly keys: readonly Key[];
  readonly directions: readonly string[];
  readonly isUsual: boolean;
  readonly hasId: boolean;
}

/** Keys that are ignored take their directions with them. */
export function sortingIn(
  context: ComputeContext,
  { sort_key: named, sort_dir: sent }: ServersQuery,
): Sorting {
  const asked = named ?? ['created_at'];
  const directions = [...(sent ?? ['desc'])].map((direction) => direction.trim());
  const known = keysInForce.at(context.version) ?? {};
  const kept: string[] = [];
  for (const key of asked) {
    if (!Object.hasOwn(known, key)) directions.splice(kept.length, 1);
    else if (forAdmins.includes(key) && !isAdmin(context)) {
      throw new HttpError(403, `Only administrators can sort servers by ${key}`);
    } else kept.push(key);
  }
  return {
    keys: kept.map((key) => known[key] as Key), // Those that are kept are known.
    directions,
    isUsual: kept.length === 1 && kept[0] === 'created_at' && directions[0] === 'desc',
    hasId: kept.includes('uuid'),
  };
}

/**
 * The order that a list is asked for in; null where it is the usual one, by creation. Behind the keys that are named comes the id, upwards; a key
 * without a direction has that of the first, but the one right behind the last direction goes upwards, as the id was to.
 */
export function orderOf({ keys: sorted, directions, isUsual, hasId }: Sorting): ServerOrder | null {
  checkDirections(directions, sorted.length);
  if (isUsual) return null;
  if (sorted.length === 0) return newestByNumber;
  const all = hasId ? directions : [...directions, 'asc'];
  const signOf = (index: number) => ((all[index] ?? all[0]) === 'asc' ? 1 : -1);
  return orderBy(sorted, signOf);
}

function checkDirections(directions: readonly string[], count: number): void {
  if (directions.some((direction) => direction !== 'asc' && direction !== 'desc')) {
    throw badRequest("Invalid input received: Unknown sort direction, must be 'desc' or 'asc'");
  }
  if (directions.length > count) {
    throw badRequest('Invalid input received: Sort direction size exceeds sort key size');
  }
}

function orderBy(sorted: readonly Key[], signOf: (index: number) => number): ServerOrder {
  // Of one that is named again nothing is left to decide; a query has room for thousands.
  const signed = [...new Set(sorted)].map((key) => ({ key, sign: signOf(sorted.indexOf(key)) }));
  const lastSign = signOf(sorted.length);
  return (one, other) => {
    for (const { key, sign } of signed) {
      const compared = compare(key(one), key(other));
      if (compared !== 0) return compared * sign;
    }
    return compareIds(one, other) * lastSign;
  };
}

/** What is left where all keys are ignored. */
function newestByNumber(one: Server, other: Server): number {
  return other.createdAt - one.createdAt || other.number - one.number || compareIds(one, other);
}

/** What there is not comes first. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  if (typeof one === 'string' && typeof other === 'string') return compareByCodePoint(one, other);
  return one < other ? -1 : 1;
}
