import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { singlePagingParameters } from '../paging.ts';
import { type QueryParameter, type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';

const text = { value: { type: 'string' } } as const satisfies QueryParameter;
const moment = {
  value: { type: 'string', format: 'date-time' },
  isSingle: true,
} as const satisfies QueryParameter;

const filters = {
  hidden: text,
  host: text,
  instance_uuid: text,
  source_compute: text,
  status: text,
  migration_type: text,
} as const;
const paged = { ...filters, ...singlePagingParameters, 'changes-since': moment };
const bounded = { ...paged, 'changes-before': moment };
const owned = {
  ...bounded,
  user_id: { ...text, isSingle: true },
  project_id: { ...text, isSingle: true },
} as const;

export type MigrationsQuery = TakenQuery<keyof typeof owned>;

export const takeMigrationsQuery = versions.ladder<(query: QueryParams) => MigrationsQuery>(
  ['2.1', takenQuery(filters)],
  ['2.59', takenQuery(paged, { isStrict: true })],
  ['2.66', takenQuery(bounded, { isStrict: true })],
  ['2.80', takenQuery(owned, { isStrict: true })],
);
