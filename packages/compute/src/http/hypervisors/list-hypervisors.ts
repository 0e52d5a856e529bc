import { badRequest, notFound } from '@berth/api-kit/http-error.ts';
import { aboutNobody, base, type ComputeContext, endpoint } from '../endpoint.ts';
import { booleanOf, booleanWords } from '../fragments.ts';
import type { Link } from '../links.ts';
import { nextLink, pageSize, pagingParameters, singlePagingParameters } from '../paging.ts';
import { pythonInteger } from '../python-number.ts';
import { type Asked, nothingAsked, type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';
import { type Hypervisor, hypervisorsOf } from './hypervisor.ts';
import { hostnameLike } from './hostname-like.ts';
import { answerWithHypervisors } from './show-hypervisors.ts';

export const listHypervisors = list('os-hypervisors', 'list', false);
export const listHypervisorsInDetail = list('os-hypervisors/detail', 'list-detail', true);

function list(path: string, rule: string, isDetailed: boolean) {
  return endpoint({
    route: `GET ${base}/${path}`,
    input: (_sent, asked) => takeQuery.at(asked.version)?.(asked) as Query,
    policy: `os_compute_api:os-hypervisors:${rule}`,
    target: aboutNobody,
    takesTurns: true,
    run: (context, _found, query) => {
      const { hypervisors, links } = found(context, query, path);
      const withServers = booleanOf(query.with_servers?.[0] ?? false);
      return answerWithHypervisors(context, hypervisors, {
        isDetailed,
        withServers,
        ...(links ? { links } : {}),
      });
    },
  });
}

/** Until 2.52: those whose name has something in it. */
export const searchHypervisors = search('search', false);
/** The same with the servers on them. */
export const listServersOfHypervisors = search('servers', true);

function search(name: string, withServers: boolean) {
  return endpoint({
    route: `GET ${base}/os-hypervisors/{id}/${name}`,
    until: '2.52',
    policy: `os_compute_api:os-hypervisors:${name}`,
    target: aboutNobody,
    takesTurns: true,
    run: (context) => {
      const pattern = context.params['id'] as string; // The path has it under this name.
      return answerWithHypervisors(context, matching(context, pattern), { isDetailed: false, withServers });
    },
  });
}

interface Found {
  readonly hypervisors: readonly Hypervisor[];
  readonly links?: readonly Link[];
}

function found(context: ComputeContext, query: Query, path: string): Found {
  const { limit, marker, hypervisor_hostname_pattern: pattern } = query;
  if (pattern?.[0] !== undefined) {
    if (limit !== undefined || marker !== undefined) throw badRequest(incomprehensible);
    return { hypervisors: matching(context, pattern[0]) };
  }
  const all = hypervisorsOf(context);
  if (!features.at(context.version).hasPages) return { hypervisors: all };
  const size = pageSize(limit, context);
  const first = marker === undefined ? 0 : placeBehind(all, marker.at(-1) as string); // It has one.
  const hypervisors = all.slice(first, first + size);
  const last = hypervisors.at(-1);
  if (!last || hypervisors.length < size) return { hypervisors };
  const lastId = features.at(context.version).hasUuids ? last.node.id : String(last.node.number);
  return { hypervisors, links: [nextLink(context, path, lastId, query)] };
}

/** What the original says where it has no words for what is wrong. */
const incomprehensible =
  'The server could not comply with the request since it is either malformed or otherwise incorrect.';

const features = versions.features({ hasPages: '2.33', hasUuids: '2.53' });

/** Both what they are called by until 2.52 and from 2.53 on are understood at all versions. */
function placeBehind(all: readonly Hypervisor[], marker: string): number {
  const number = pythonInteger(marker);
  const at = all.findIndex(({ node }) => BigInt(node.number) === number || node.id === marker);
  if (at < 0) throw badRequest(`marker [${marker}] not found`);
  return at + 1;
}

function matching(context: ComputeContext, pattern: string): readonly Hypervisor[] {
  const isLike = hostnameLike(pattern);
  const hypervisors = hypervisorsOf(context).filter(({ node }) => isLike(node.name));
  if (hypervisors.length > 0) return hypervisors;
  throw notFound(`No hypervisor matching '${pattern}' could be found.`);
}

/** From 2.53 on. */
export const serversParameter = { with_servers: { value: booleanWords, isSingle: true } } as const;

const newest = {
  ...singlePagingParameters,
  hypervisor_hostname_pattern: {
    value: { type: 'string', pattern: '^[a-zA-Z0-9-._]*$', minLength: 1, maxLength: 255 },
    isSingle: true,
  },
  ...serversParameter,
} as const;

type Query = TakenQuery<keyof typeof newest>;

const takePage = takenQuery(pagingParameters);
const takeNewest = takenQuery(newest, { isStrict: true });

const takeQuery = versions.ladder<(asked: Asked) => Query>(
  ['2.1', nothingAsked],
  ['2.33', ({ query }) => takePage(query)],
  ['2.53', ({ query }) => takeNewest(query)],
);
