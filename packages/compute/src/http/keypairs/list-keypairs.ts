import { compareByCodePoint } from '@berth/api-kit/json/code-points.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import type { Keypair } from '@berth/compute-engine/keypairs/keypair.ts';
import { base, endpoint } from '../endpoint.ts';
import { listAnswer } from '@berth/api-kit/list-answer.ts';
import { nextLink, pageSize, pagingParameters } from '../paging.ts';
import { type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';
import { briefKeypair } from './keypair-view.ts';
import { type Owner, ownerNamed, targetOf } from './owner.ts';
import { ownerParameters } from './owner-query.ts';

const path = 'os-keypairs';

export const listKeypairs = endpoint({
  route: `GET ${base}/${path}`,
  until: '2.34',
  input: (_sent, { query, version }) => takeQuery.at(version)?.(query) as Query,
  find: (context, query) => ownerNamed(query.user_id?.[0], context),
  policy: 'os_compute_api:os-keypairs:index',
  target: targetOf,
  run: (context, { userId }: Owner) => {
    const keypairs = byName(context.app.cloud.compute.keypairs.ofUser(userId));
    return listAnswer('keypairs', keypairs, (keypair) => ({ keypair: briefKeypair(context, keypair) }));
  },
});

/** The same in pages. */
export const listKeypairsInPages = endpoint({
  route: `GET ${base}/${path}`,
  since: '2.35',
  input: (_sent, { query, version }) => takePagedQuery.at(version)?.(query) as PagedQuery,
  find: (context, query) => ownerNamed(query.user_id?.[0], context),
  policy: 'os_compute_api:os-keypairs:index',
  target: targetOf,
  run: (context, { userId }: Owner, query) => {
    const size = pageSize(query.limit, context);
    const keypairs = byName(context.app.cloud.compute.keypairs.ofUser(userId));
    const first = indexBehind(keypairs, query.marker?.at(-1));
    const page = keypairs.slice(first, first + size);
    const last = page.at(-1);
    const links =
      last && page.length === size ? { keypairs_links: [nextLink(context, path, last.name, query)] } : {};
    return listAnswer('keypairs', page, (keypair) => ({ keypair: briefKeypair(context, keypair) }), links);
  },
});

const paged = { ...ownerParameters, ...pagingParameters };

type Query = TakenQuery<keyof typeof ownerParameters>;
type PagedQuery = TakenQuery<keyof typeof paged>;

const takeQuery = versions.ladder<(query: QueryParams) => Query>(
  ['2.1', takenQuery({})],
  ['2.10', takenQuery(ownerParameters)],
);

const takePagedQuery = versions.ladder<(query: QueryParams) => PagedQuery>(
  ['2.35', takenQuery(paged)],
  ['2.75', takenQuery(paged, { isStrict: true })],
);

function byName(keypairs: readonly Keypair[]): readonly Keypair[] {
  return keypairs.toSorted((one, other) => compareByCodePoint(one.name, other.name));
}

function indexBehind(keypairs: readonly Keypair[], marker: string | undefined): number {
  if (marker === undefined) return 0;
  const at = keypairs.findIndex(({ name }) => name === marker);
  if (at < 0) throw badRequest(`Marker ${marker} could not be found.`);
  return at + 1;
}
