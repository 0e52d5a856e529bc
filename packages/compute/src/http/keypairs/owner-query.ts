import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';

/** From 2.10 on administrators may say whose key pairs they mean. */
export const ownerParameters = { user_id: { value: { type: 'string' } } } as const;

export type OwnerQuery = TakenQuery<keyof typeof ownerParameters>;

export const takeOwnerQuery = versions.ladder<(query: QueryParams) => OwnerQuery>(
  ['2.1', takenQuery({})],
  ['2.10', takenQuery(ownerParameters)],
  ['2.75', takenQuery(ownerParameters, { isStrict: true })],
);
