import { badRequest } from '@berth/api-kit/http-error.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { type Flavor, isOfferedTo } from '@berth/compute-engine/flavors/flavor.ts';
import type { FlavorId } from '@berth/compute-engine/ids.ts';
import { FirstOf } from '@berth/compute-engine/first-of.ts';
import { base, type ComputeContext, endpoint } from '../endpoint.ts';
import { listAnswer } from '@berth/api-kit/list-answer.ts';
import { isAdmin } from '../is-admin.ts';
import { nextLink, pageSize, pagingParameters } from '../paging.ts';
import { pythonInteger } from '../python-number.ts';
import { type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';
import { seenFlavor } from './find-flavor.ts';
import { flavorOrder, sortKeys } from './flavor-order.ts';
import { briefFlavor, shownFlavor } from './flavor-view.ts';

export const listFlavors = list('flavors', briefFlavor);
export const listFlavorsInDetail = list('flavors/detail', shownFlavor);

function list(path: string, show: (context: ComputeContext, flavor: Flavor) => object) {
  return endpoint({
    route: `GET ${base}/${path}`,
    input: (_sent, { query, version }) => takeQuery.at(version)?.(query) as Query,
    policy: null,
    run: (context, _found, query) => {
      const size = pageSize(query.limit, context);
      const page = flavorsFor(context, query, size);
      const last = page.at(-1);
      const links =
        last && page.length === size ? { flavors_links: [nextLink(context, path, last.id, query)] } : {};
      return listAnswer('flavors', page, (flavor) => show(context, flavor), links);
    },
  });
}

const text = { value: { type: 'string' } } as const;

const parameters = {
  ...pagingParameters,
  is_public: text,
  minRam: text,
  minDisk: text,
  sort_key: { value: { type: 'string', enum: sortKeys } },
  sort_dir: { value: { type: 'string', enum: ['asc', 'desc'] } },
} as const;

type Query = TakenQuery<keyof typeof parameters>;

const takeQuery = versions.ladder<(query: QueryParams) => Query>(
  ['2.1', takenQuery(parameters)],
  ['2.75', takenQuery(parameters, { isStrict: true })],
);

/** Those that the caller may see and has asked for, in the order asked for, from behind the marker on: a page of them. */
function flavorsFor(context: ComputeContext, query: Query, size: number): readonly Flavor[] {
  const isWanted = publicityWanted(context, query.is_public?.at(-1));
  const memoryMin = leastOf('minRam', query.minRam?.at(-1));
  const diskMin = leastOf('minDisk', query.minDisk?.at(-1));
  const order = flavorOrder(query.sort_key?.at(-1), query.sort_dir?.at(-1));
  const isBehind = behindMarker(context, query.marker?.at(-1), order);
  const found = new FirstOf<Flavor>(size, order);
  for (const flavor of context.app.cloud.compute.flavors.values()) {
    const isLargeEnough = flavor.memoryMb >= memoryMin && flavor.rootGb >= diskMin;
    if (isLargeEnough && isWanted(flavor) && isBehind(flavor)) found.add(flavor);
  }
  return found.inOrder();
}

/** The marker is any flavor that the caller sees, whether it is one of those asked for or not. */
function behindMarker(
  context: ComputeContext,
  id: string | undefined,
  order: (one: Flavor, other: Flavor) => number,
): (flavor: Flavor) => boolean {
  if (id === undefined) return () => true;
  const marker = seenFlavor(context, id as FlavorId);
  if (marker === undefined) throw badRequest(`marker [${id}] not found`);
  return (flavor) => order(flavor, marker) > 0;
}

/** Administrators choose between what their project may use, what is not public, and all; everybody else has no choice. */
function publicityWanted(context: ComputeContext, word: string | undefined): (flavor: Flavor) => boolean {
  const { projectId } = context.caller;
  const isOffered = (flavor: Flavor) => isOfferedTo(flavor, projectId);
  if (!isAdmin(context) || word === undefined) return isOffered;
  if (word.toLowerCase() === 'none') return () => true;
  const wanted = strictBoolean(word);
  if (wanted === null) throw badRequest(`Invalid is_public filter [${word}]`);
  return wanted ? isOffered : ({ isPublic }) => !isPublic;
}

function leastOf(name: string, digits: string | undefined): number {
  if (digits === undefined) return Number.NEGATIVE_INFINITY;
  const least = pythonInteger(digits);
  if (least === null) throw badRequest(`Invalid ${name} filter [${digits}]`);
  return Number(least);
}

/** Null where the word means neither. */
function strictBoolean(word: string): boolean | null {
  const plain = word.trim().toLowerCase();
  if (['1', 't', 'true', 'on', 'y', 'yes'].includes(plain)) return true;
  return ['0', 'f', 'false', 'off', 'n', 'no'].includes(plain) ? false : null;
}
