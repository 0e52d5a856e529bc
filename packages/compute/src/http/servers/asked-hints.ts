import type { GroupId } from '@berth/compute-engine/ids.ts';
import type { PlaceHints } from '@berth/compute-engine/scheduler/place-request.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import type { CreateBody, WireHints } from './create-body.ts';

/** What the scheduler is to take into account. It may be sent under two names; the first counts. */
export function askedHints(body: CreateBody): PlaceHints {
  const hints: WireHints = body['os:scheduler_hints'] ?? body['OS-SCH-HNT:scheduler_hints'] ?? {};
  if (JSON.stringify(hints).length > longestHints)
    throw badRequest(`Scheduler hints have at most ${longestHints} characters.`);
  const { group, same_host: same, different_host: different, ...others } = hints;
  return {
    groupId: (listOf(group)[0] ?? null) as GroupId | null,
    sameHosts: listOf(same) as readonly ConsumerId[],
    differentHosts: listOf(different) as readonly ConsumerId[],
    others,
  };
}

/** In characters of JSON. Each server that is to be built has them with its order, for as long as another host may have to be found. */
const longestHints = 16_384;

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
