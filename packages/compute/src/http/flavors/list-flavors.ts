import { badRequest } from '@berth/api-kit/http-error.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { type Flavor, isOfferedTo } from '@berth/compute-engine/flavors/flavor.ts';
import { base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { isAdmin } from '../is-admin.ts';
import { nextLink, pageOf, pageSize, pagingParameters } from '../paging.ts';
import { type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';
import { briefFlavor, shownFlavor } from './flavor-view.ts';
import { sortFlavors, sortKeys } from './sort-flavors.ts';

export const listFlavors = list('flavors', briefFlavor);
export const listFlavorsInDetail = list('flavors/detail', shownFlavor);

function list(path: string, show: (context: ComputeContext, flavor: Flavor) => object) {
  return endpoint({
    route: `GET ${base}/${path}`,
    input: (_sent, { query, version }) => takeQuery.at(version)?.(query) as Query,
    policy: null,
    run: (context, _found, query) => {
      const size = pageSize(query.limit, context);
      const matching = flavorsFor(context, query);
      const page = pageOf(matching, { marker: query.marker?.at(-1), size, idOf: ({ id }) => id });
      const last = page.at(-1);
      return json(200, {
        flavors: page.map((flavor) => show(context, flavor)),
        ...(last && page.length === size ? { flavors_links: [nextLink(context, path, last.id)] } : {}),
      });
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

/** Those that the caller may see and has asked for, in the order asked for. */
function flavorsFor(context: ComputeContext, query: Query): readonly Flavor[] {
  const isWanted = publicityWanted(context, query.is_public?.at(-1));
  const memoryMin = leastOf('minRam', query.minRam?.at(-1));
  const diskMin = leastOf('minDisk', query.minDisk?.at(-1));
  const found: Flavor[] = [];
  for (const flavor of context.app.cloud.compute.flavors.values()) {
    if (isWanted(flavor) && flavor.memoryMb >= memoryMin && flavor.rootGb >= diskMin) found.push(flavor);
  }
  return sortFlavors(found, query.sort_key?.at(-1), query.sort_dir?.at(-1));
}

/** Administrators choose between public ones, others and all; everybody else gets what their project may use. */
function publicityWanted(context: ComputeContext, word: string | undefined): (flavor: Flavor) => boolean {
  if (!isAdmin(context)) return (flavor) => isOfferedTo(flavor, context.caller.projectId);
  if (word === undefined) return ({ isPublic }) => isPublic;
  if (word.toLowerCase() === 'none') return () => true;
  const wanted = strictBoolean(word);
  if (wanted === null) throw badRequest(`Invalid is_public filter [${word}]`);
  return ({ isPublic }) => isPublic === wanted;
}

function leastOf(name: string, digits: string | undefined): number {
  if (digits === undefined) return Number.NEGATIVE_INFINITY;
  if (!/^\s*[+-]?\d+(_\d+)*\s*$/.test(digits)) throw badRequest(`Invalid ${name} filter [${digits}]`);
  return Number(digits.replaceAll('_', ''));
}

/** Null where the word means neither. */
function strictBoolean(word: string): boolean | null {
  const plain = word.trim().toLowerCase();
  if (['1', 't', 'true', 'on', 'y', 'yes'].includes(plain)) return true;
  return ['0', 'f', 'false', 'off', 'n', 'no'].includes(plain) ? false : null;
}
