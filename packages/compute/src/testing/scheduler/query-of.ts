import type { CandidateRequest, RequestGroup } from '@berth/engine/candidates/request.ts';

/** A request in the words of the original's query, as names and values in order. */
export function queryOf(request: CandidateRequest, limit: number | null): string[][] {
  const { groups, groupPolicy, rootRequiredTraits, rootForbiddenTraits } = request;
  const root = traits(rootRequiredTraits, rootForbiddenTraits);
  const pairs = [
    ...(limit === null ? [] : [['limit', String(limit)]]),
    ...(groupPolicy === 'none' ? [] : [['group_policy', groupPolicy]]),
    ...(root === '' ? [] : [['root_required', root]]),
    ...groups.flatMap(ofGroup),
  ];
  return pairs.sort(compare);
}

function ofGroup({ suffix, resources, conditions }: RequestGroup): string[][] {
  const required = traits(conditions.requiredTraits.flat(), conditions.forbiddenTraits);
  const amounts = Array.from(resources, ([name, amount]) => `${name}:${amount}`);
  const { memberOf, forbiddenAggregates, inTree } = conditions;
  return [
    [`resources${suffix}`, amounts.sort().join(',')],
    ...(required === '' ? [] : [[`required${suffix}`, required]]),
    ...memberOf.map((ids) => [`member_of${suffix}`, `in:${ids.toSorted().join(',')}`]),
    ...(forbiddenAggregates.length === 0
      ? []
      : [[`member_of${suffix}`, `!in:${forbiddenAggregates.toSorted().join(',')}`]]),
    ...(inTree === null ? [] : [[`in_tree${suffix}`, inTree]]),
  ];
}

function traits(required: readonly string[], forbidden: readonly string[]): string {
  return [...required.toSorted(), ...forbidden.toSorted().map((trait) => `!${trait}`)].join(',');
}

export function compare(one: readonly string[], other: readonly string[]): number {
  const [left, right] = [one.join('='), other.join('=')];
  return left < right ? -1 : Number(left > right);
}
