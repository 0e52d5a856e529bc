import { badRequest } from '@berth/api-kit/http-error.ts';
import { pythonRepr } from '@berth/api-kit/json/python-text.ts';
import type { RequestGroup } from '@berth/engine/candidates/request.ts';
import { codes } from '../errors.ts';
import type { Features } from '../features.ts';

/** Whether the groups make sense together: each must ask for something, or be tied to one that does. */
export function checkGroups(
  groups: readonly RequestGroup[],
  sameSubtrees: readonly (readonly string[])[],
  features: Features,
): void {
  if (features.groupsWithoutResources) checkSubtrees(groups, sameSubtrees);
  else checkOrphans(groups);
  if (features.forbiddenTraits) checkContradictions(groups);
}

function checkSubtrees(groups: readonly RequestGroup[], sameSubtrees: readonly (readonly string[])[]): void {
  const without = groups.filter(({ resources }) => resources.size === 0).map(({ suffix }) => suffix);
  if (without.length === groups.length) {
    throw badRequest('There must be at least one resources or resources[$S] parameter.', codes.missingValue);
  }
  const named = new Set(sameSubtrees.flat());
  const untied = without.filter((suffix) => !named.has(suffix));
  if (untied.length > 0) {
    throw badRequest(
      'Resourceless suffixed group request should be specified in `same_subtree` query param: ' +
        `bad group(s) - ${pythonRepr(untied)}.`,
      codes.badValue,
    );
  }
  const suffixes = groups.map(({ suffix }) => suffix);
  const real = new Set(suffixes);
  const unreal = [...named].filter((suffix) => !real.has(suffix));
  if (unreal.length > 0) {
    throw badRequest(
      `Real suffixes should be specified in \`same_subtree\`: ${pythonRepr(unreal)} not found in ${pythonRepr(suffixes)}.`,
      codes.badValue,
    );
  }
}

function checkOrphans(groups: readonly RequestGroup[]): void {
  const without = groups.filter(({ resources }) => resources.size === 0);
  const withTraits = without.filter(({ conditions }) => conditions.requiredTraits.length > 0);
  if (withTraits.length > 0) {
    throw badRequest(
      'All traits parameters must be associated with resources.  ' +
        `Found the following orphaned traits keys: ${keys('required', withTraits)}`,
    );
  }
  const withAggregates = without.filter(
    ({ conditions }) => conditions.memberOf.length > 0 || conditions.forbiddenAggregates.length > 0,
  );
  if (withAggregates.length > 0) {
    throw badRequest(
      'All member_of parameters must be associated with resources. ' +
        `Found the following orphaned member_of keys: ${keys('member_of', withAggregates)}`,
    );
  }
  if (without.length > 0) throw badRequest('All request groups must specify resources.');
  if (groups.length === 0) {
    throw badRequest('At least one request group (`resources` or `resources{$S}`) is required.');
  }
}

function keys(name: string, groups: readonly RequestGroup[]): string {
  return groups.map(({ suffix }) => `${name}${suffix}`).join(', ');
}

function checkContradictions(groups: readonly RequestGroup[]): void {
  const found = groups.flatMap(({ suffix, conditions }) => {
    if (conditions.forbiddenTraits.length === 0) return [];
    const forbidden = new Set(conditions.forbiddenTraits);
    return conditions.requiredTraits
      .filter((anyOf) => anyOf.every((trait) => forbidden.has(trait)))
      .map((anyOf) => `required${suffix}: (${anyOf.toSorted().join(', ')})`);
  });
  if (found.length > 0) {
    throw badRequest(
      `Conflicting required and forbidden traits found in the following traits keys: ${found.sort().join(', ')}`,
    );
  }
}
