import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { type TakenQuery, takenQuery } from '../taken-query.ts';
import { versions } from '../versions.ts';

/** Whose limits within the project are meant. The original takes ids of any length. */
const id: JsonSchema = { type: 'string', maxLength: 255 };

const parameters = { user_id: { value: id } } as const;

export type UserQuery = TakenQuery<keyof typeof parameters>;

export const takeUserQuery = versions.ladder<(query: QueryParams) => UserQuery>(
  ['2.1', takenQuery(parameters)],
  ['2.75', takenQuery(parameters, { isStrict: true })],
);

/** Null: the project itself. Of several the first one that is something. */
export function firstUser({ user_id: sent }: UserQuery): string | null {
  return sent?.find((each) => each !== '') ?? null;
}

/** Where usage is shown too, the last one counts. */
export function lastUser({ user_id: sent }: UserQuery): string | null {
  return sent?.at(-1) || null;
}
