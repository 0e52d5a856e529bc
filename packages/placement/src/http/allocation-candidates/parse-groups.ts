import { badRequest } from '@berth/api-kit/http-error.ts';
import { isUuidLike } from '@berth/api-kit/json/uuid.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { noConditions, type RequestGroup } from '@berth/engine/candidates/request.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import type { Features } from '../features.ts';
import { numberSuffix, wordSuffix } from '../fragments.ts';
import { parseMemberOf } from '../parse-member-of.ts';
import { parseRequired } from '../parse-required.ts';
import { parseResources } from '../parse-resources.ts';

/**
 * The request groups of a query, in the order in which their suffixes turn up. Parameters are looked at in their
 * own order, so that of several mistakes the first is told.
 */
export function parseGroups(query: QueryParams, features: Features): RequestGroup[] {
  const pattern = features.wordSuffixes ? wordParam : numberParam;
  const groups = new Map<string, RequestGroup>();
  const seen = new Set<string>();
  for (const [name, value] of query.entries) {
    const match = pattern.exec(name);
    if (!match) continue;
    const [, what, suffix = ''] = match;
    const isRepeated = seen.has(name);
    seen.add(name);
    if (isRepeated && readTogether.has(what as GroupParam)) continue;
    const group = groups.get(suffix) ?? { suffix, resources: new Map(), conditions: noConditions };
    groups.set(suffix, withParam(group, what as GroupParam, value, query, features));
  }
  return [...groups.values()];
}

type GroupParam = 'resources' | 'required' | 'member_of' | 'in_tree';
/** All values of these are read with the first; once for each would take seconds where there are thousands. */
const readTogether: ReadonlySet<GroupParam> = new Set(['required', 'member_of']);
const numberParam = new RegExp(`^(resources|required|member_of|in_tree)(${numberSuffix})?$`);
const wordParam = new RegExp(`^(resources|required|member_of|in_tree)(${wordSuffix})?$`);

function withParam(
  group: RequestGroup,
  what: GroupParam,
  value: string,
  query: QueryParams,
  features: Features,
): RequestGroup {
  const { conditions, suffix } = group;
  switch (what) {
    case 'resources':
      return { ...group, resources: parseResources(value) };
    case 'required':
      return { ...group, conditions: { ...conditions, ...parseRequired(query, suffix, features) } };
    case 'member_of':
      return { ...group, conditions: { ...conditions, ...parseMemberOf(query, suffix, features) } };
    case 'in_tree':
      return { ...group, conditions: { ...conditions, inTree: parseInTree(value) } };
    default:
      return what satisfies never;
  }
}

function parseInTree(value: string): ProviderId {
  const id = value.trim();
  if (!isUuidLike(id)) {
    throw badRequest(
      `Invalid query string parameters: Expected 'in_tree' parameter to be a format of uuid. Got: ${value}`,
    );
  }
  return id as ProviderId;
}
