import type { QueryParams } from '@berth/api-kit/query-params.ts';
import type { Conditions } from '@berth/engine/candidates/request.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import type { ProviderQuery } from '@berth/engine/list-providers.ts';
import { queryCheck } from '../body.ts';
import type { Features } from '../features.ts';
import { object, text, uuidText } from '../fragments.ts';
import { parseMemberOf } from '../parse-member-of.ts';
import { parseResources } from '../parse-resources.ts';
import { parseRequired } from '../parse-required.ts';
import { versions } from '../versions.ts';

const name = text;
const uuid = uuidText;
const member_of = text;
const resources = text;
const in_tree = uuidText;
const required = text;

export const listProvidersCheck = versions.ladder(
  ['1.0', queryCheck(object({ name, uuid }))],
  ['1.3', queryCheck(object({ name, uuid, member_of }))],
  ['1.4', queryCheck(object({ name, uuid, member_of, resources }))],
  ['1.14', queryCheck(object({ name, uuid, member_of, resources, in_tree }))],
  ['1.18', queryCheck(object({ name, uuid, member_of, resources, in_tree, required }))],
);

export function parseProviderQuery(query: QueryParams, features: Features): ProviderQuery {
  const aggregates = parseMemberOf(query, '', features);
  const traits = parseRequired(query, '', features);
  const conditions: Conditions = {
    ...aggregates,
    ...traits,
    inTree: (query.last('in_tree') ?? null) as ProviderId | null,
  };
  const asked = query.last('resources');
  return {
    // An empty name is no condition.
    name: query.last('name') || null,
    id: (query.last('uuid') ?? null) as ProviderId | null,
    resources: asked === undefined ? new Map() : parseResources(asked),
    conditions,
  };
}
