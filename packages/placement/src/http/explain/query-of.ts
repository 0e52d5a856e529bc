import type { CandidateRequest, RequestGroup } from '@berth/engine/candidates/request.ts';

/**
 * The query that makes this request. It has nothing that the version of the client does not have, if the request came from
 * that client: what has a form of its own from some version on (lists, repeated parameters) is only in requests of these.
 */
export function queryOf(request: CandidateRequest, limit: number | null): string {
  const { groups, groupPolicy, rootRequiredTraits, rootForbiddenTraits, sameSubtrees } = request;
  const hasSeveral = groups.filter(({ suffix }) => suffix !== '').length > 1;
  const rootTraits = [...rootRequiredTraits, ...rootForbiddenTraits.map(negated)];
  const parameters: (readonly [string, string])[] = [
    ...groups.flatMap(groupParameters),
    ...(groupPolicy === 'isolate' || hasSeveral ? [['group_policy', groupPolicy] as const] : []),
    ...(rootTraits.length > 0 ? [['root_required', rootTraits.join()] as const] : []),
    ...sameSubtrees.map((suffixes) => ['same_subtree', suffixes.join()] as const),
    ...(limit === null ? [] : [['limit', String(limit)] as const]),
  ];
  return parameters.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
}

function groupParameters({ suffix, resources, conditions }: RequestGroup): [string, string][] {
  const { requiredTraits, forbiddenTraits, memberOf, forbiddenAggregates, inTree } = conditions;
  // Until 1.38 of a repeated `required` only the last counts, so all that can be is in one.
  const traits = [
    ...requiredTraits.filter((anyOf) => anyOf.length === 1).flat(),
    ...forbiddenTraits.map(negated),
  ];
  const values: (readonly [string, string | null])[] = [
    ['resources', Array.from(resources, ([name, amount]) => `${name}:${amount}`).join() || null],
    ['required', traits.join() || null],
    ...requiredTraits
      .filter((anyOf) => anyOf.length > 1)
      .map((anyOf) => ['required', listed(anyOf)] as const),
    ...memberOf.map((anyOf) => ['member_of', listed(anyOf)] as const),
    ['member_of', forbiddenAggregates.length > 0 ? negated(listed(forbiddenAggregates)) : null],
    ['in_tree', inTree],
  ];
  return values.flatMap(([name, value]) => (value === null ? [] : [[`${name}${suffix}`, value]]));
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? names.join() : `in:${names.join()}`;
}

function negated(name: string): string {
  return `!${name}`;
}

/** Colons and commas mean nothing in a query, and are easier to read as they are. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');
}
