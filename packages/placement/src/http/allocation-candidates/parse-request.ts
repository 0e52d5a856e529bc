import { badRequest } from '@berth/api-kit/http-error.ts';
import { pythonInteger } from '@berth/api-kit/python-integer.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import type { CandidateRequest, RequestGroup } from '@berth/engine/candidates/request.ts';
import type { TraitName } from '@berth/engine/ids.ts';
import { codes } from '../errors.ts';
import type { Features } from '../features.ts';
import { parseTraits } from '../parse-required.ts';
import { TextCache } from '../text-cache.ts';
import { checkGroups } from './check-groups.ts';
import { parseGroups } from './parse-groups.ts';

export interface ParsedRequest {
  readonly request: CandidateRequest;
  readonly limit: number | null;
}

/**
 * The whole query of GET /allocation_candidates; its parameters are known to be ones that exist. The same query gives
 * the same request, not only an equal one, as long as it is remembered.
 */
export function parseRequest(query: QueryParams, features: Features): ParsedRequest {
  let known = remembered.get(features);
  if (!known) remembered.set(features, (known = new TextCache()));
  let parsed = known.get(query.text);
  if (!parsed) known.set(query.text, (parsed = parse(query, features)));
  return parsed;
}

const remembered = new WeakMap<Features, TextCache<ParsedRequest>>();

function parse(query: QueryParams, features: Features): ParsedRequest {
  const limit = parseLimit(query);
  const groupPolicy = parseGroupPolicy(query);
  const roots = parseRootRequired(query);
  const sameSubtrees = query.all('same_subtree').map(parseSameSubtree);
  const groups = parseGroups(query, features);
  checkGroups(groups, sameSubtrees, features);
  checkHasPolicy(groups, groupPolicy);
  const request: CandidateRequest = {
    groups,
    groupPolicy: groupPolicy ?? 'none',
    ...roots,
    sameSubtrees,
    allowsNested: features.nestedCandidates,
  };
  return { request, limit };
}

/** Of a repeated limit or policy the first counts; that it has the right form was checked for the last. */
function parseLimit(query: QueryParams): number | null {
  const [value] = query.all('limit');
  if (value === undefined) return null;
  const limit = pythonInteger(value);
  if (limit === null || limit < 1) throw badRequest(`Invalid query string parameters: limit is ${value}`);
  return limit;
}

function parseGroupPolicy(query: QueryParams): 'none' | 'isolate' | null {
  const [value] = query.all('group_policy');
  if (value === undefined) return null;
  if (value !== 'none' && value !== 'isolate') {
    throw badRequest(`Invalid query string parameters: '${value}' is not one of ['none', 'isolate']`);
  }
  return value;
}

function parseRootRequired(query: QueryParams): {
  rootRequiredTraits: TraitName[];
  rootForbiddenTraits: TraitName[];
} {
  const values = query.all('root_required');
  const [value] = values;
  if (value === undefined) return { rootRequiredTraits: [], rootForbiddenTraits: [] };
  if (values.length > 1) {
    throw badRequest("Query parameter 'root_required' may be specified only once.", codes.duplicateKey);
  }
  const { required, forbidden } = parseTraits(value, true, false);
  const rootRequiredTraits = required.flat();
  const conflicts = rootRequiredTraits.filter((trait) => forbidden.includes(trait));
  if (conflicts.length > 0) {
    throw badRequest(
      `Conflicting required and forbidden traits found in root_required: ${[...new Set(conflicts)].join(', ')}`,
      codes.badValue,
    );
  }
  return { rootRequiredTraits, rootForbiddenTraits: forbidden };
}

function parseSameSubtree(value: string): string[] {
  const suffixes = [...new Set(value.split(',').map((suffix) => suffix.trim()))];
  if (suffixes.includes('')) {
    throw badRequest(
      'Empty string (unsuffixed group) can not be specified in `same_subtree` ',
      codes.badValue,
    );
  }
  return suffixes;
}

function checkHasPolicy(groups: readonly RequestGroup[], groupPolicy: string | null): void {
  if (groupPolicy === null && groups.filter(({ suffix }) => suffix !== '').length > 1) {
    throw badRequest(
      'The "group_policy" parameter is required when specifying more than one "resources{N}" parameter.',
    );
  }
}
