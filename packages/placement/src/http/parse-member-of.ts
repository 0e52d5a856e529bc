import { badRequest } from '@berth/api-kit/http-error.ts';
import { isUuidLike } from '@berth/api-kit/json/uuid.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import type { AggregateId } from '@berth/engine/ids.ts';
import type { Features } from './features.ts';

export interface AggregateConditions {
  readonly memberOf: readonly (readonly AggregateId[])[];
  readonly forbiddenAggregates: readonly AggregateId[];
}

/** All `member_of{suffix}` parameters: an aggregate, `in:` any of several, `!` or `!in:` none of them. */
export function parseMemberOf(query: QueryParams, suffix: string, features: Features): AggregateConditions {
  const values = query.all(`member_of${suffix}`);
  if (values.length > 1 && !features.repeatedMemberOf) {
    throw badRequest(`Multiple member_of${suffix} parameters are not supported`);
  }
  const memberOf: AggregateId[][] = [];
  const forbiddenAggregates = new Set<AggregateId>();
  // One that is repeated says nothing new, and may be repeated a thousand times.
  for (const value of new Set(values)) {
    const { isForbidden, aggregates } = parseAggregates(value);
    if (!isForbidden) {
      memberOf.push(aggregates);
      continue;
    }
    if (!features.forbiddenAggregates) {
      throw badRequest(
        `Forbidden member_of${suffix} parameters are not supported in the specified microversion`,
      );
    }
    for (const aggregate of aggregates) forbiddenAggregates.add(aggregate);
  }
  return { memberOf, forbiddenAggregates: [...forbiddenAggregates] };
}

function parseAggregates(value: string): { isForbidden: boolean; aggregates: AggregateId[] } {
  const isForbidden = value.startsWith('!');
  const positive = isForbidden ? value.slice(1) : value;
  const isList = positive.startsWith('in:');
  if (value.includes(',') && !isList) {
    throw badRequest(
      "Multiple values for 'member_of' must be prefixed with the 'in:' or '!in:' keyword using the valid " +
        `microversion. Got: ${value}`,
    );
  }
  const aggregates = isList ? [...new Set(positive.slice(3).split(','))] : [positive];
  for (const aggregate of aggregates) {
    if (!isUuidLike(aggregate)) {
      throw badRequest(
        `Invalid query string parameters: Expected 'member_of' parameter to contain valid UUID(s). Got: ${aggregate}`,
      );
    }
  }
  return { isForbidden, aggregates: aggregates as AggregateId[] };
}
