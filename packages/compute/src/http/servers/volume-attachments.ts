import { notFound } from '@berth/api-kit/http-error.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { base, endpoint, json } from '../endpoint.ts';
import { pagingParameters } from '../paging.ts';
import { type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';
import { findServer, targetOf } from './find-server.ts';

const parameters = { limit: pagingParameters.limit, offset: pagingParameters.limit } as const;

type Query = TakenQuery<keyof typeof parameters>;

const takeQuery = versions.ladder<(query: QueryParams) => Query>(
  ['2.1', takenQuery(parameters)],
  ['2.75', takenQuery(parameters, { isStrict: true })],
);

/** Servers have no volumes here; what is asked about them is checked all the same. */
export const listVolumeAttachments = endpoint({
  route: `GET ${base}/servers/{server_id}/os-volume_attachments`,
  input: (_sent, { query, version }) => takeQuery.at(version)?.(query) as Query,
  find: findServer,
  policy: 'os_compute_api:os-volumes-attachments:index',
  target: targetOf,
  run: () => json(200, { volumeAttachments: [] }),
});

export const showVolumeAttachment = endpoint({
  route: `GET ${base}/servers/{server_id}/os-volume_attachments/{volume_id}`,
  find: findServer,
  policy: 'os_compute_api:os-volumes-attachments:show',
  target: targetOf,
  run: ({ params }, { id }) => {
    throw notFound(`Instance ${id} is not attached to volume ${params['volume_id']}`);
  },
});
