import { powerStates } from '@berth/compute-engine/servers/server-states.ts';
import type { Server, ServerAddress } from '@berth/compute-engine/servers/server.ts';
import type { Instant } from '@berth/engine/ids.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { type ClientPattern, clientPattern } from '../client-pattern.ts';
import { shownTime } from '../shown-time.ts';
import { kernelIdOf, ramdiskIdOf } from './image-parts.ts';

type TextOf = (server: Server) => string | null;

/** What can be looked for in servers with a regular expression, by the names of the filters: what the original has in a column, as text. */
const texts = {
  launch_index: ({ launchIndex }) => String(launchIndex),
  kernel_id: kernelIdOf,
  ramdisk_id: ramdiskIdOf,
  hostname: ({ hostname }) => hostname,
  key_name: ({ key }) => key?.name ?? null,
  power_state: ({ powerState }) => String(powerStates[powerState]),
  node: ({ place }) => place?.nodeName ?? null,
  reservation_id: ({ reservationId }) => reservationId,
  created_at: ({ createdAt }) => columnTime(createdAt),
  launched_at: ({ launchedAt }) => columnTime(launchedAt),
  terminated_at: ({ terminatedAt }) => columnTime(terminatedAt),
  availability_zone: ({ place, pinnedZone }) => place?.zone ?? pinnedZone,
  display_name: ({ name }) => name,
  display_description: ({ description }) => description,
  locked_by: ({ lock }) => lock?.by ?? null,
  root_device_name: ({ rootDeviceName }) => rootDeviceName,
  config_drive: ({ hasConfigDrive }) => (hasConfigDrive ? 'True' : ''),
  access_ip_v4: ({ accessIpV4 }) => accessIpV4,
  access_ip_v6: ({ accessIpV6 }) => accessIpV6,
  auto_disk_config: ({ diskConfig }) => (diskConfig === 'AUTO' ? '1' : '0'),
  progress: ({ progress }) => String(progress),
} as const satisfies Readonly<Record<string, TextOf>>;

export type TextFilter = keyof typeof texts;

export function isTextFilter(name: string): name is TextFilter {
  return Object.hasOwn(texts, name);
}

/** What there is not does not match anything, as in the databases of a cloud. */
export function textCondition(name: TextFilter, source: string): (server: Server) => boolean {
  const textOf: TextOf = texts[name];
  const pattern = patternIn(name, source);
  return (server) => {
    const text = textOf(server);
    return text !== null && pattern.isIn(text);
  };
}

/** Those that have an address of one of the two versions that begins with what is asked for. */
export function addressCondition(
  ip: string | undefined,
  ip6: string | undefined,
): (server: Server) => boolean {
  const patterns = {
    4: ip === undefined ? null : patternIn('ip', ip),
    6: ip6 === undefined ? null : patternIn('ip6', ip6),
  };
  const matches = ({ version, address }: ServerAddress) => patterns[version]?.isAtStartOf(address) === true;
  return ({ addresses }) => addresses.some(matches);
}

/** Most were checked with the query; one filter is a text there, and the original fails when it is none. */
function patternIn(name: string, source: string): ClientPattern {
  const pattern = clientPattern(source);
  if (pattern === null) {
    throw badRequest(
      `Invalid input for query parameters ${name}. Value: ${source}. '${source}' is not a 'regex'`,
    );
  }
  return pattern;
}

/** A time as it stands in a column. */
function columnTime(instant: Instant | null): string | null {
  return instant === null ? null : shownTime(instant).replace('T', ' ');
}
