import { unreachable } from '../assert.ts';
import type { CandidateRequest, Conditions, RequestGroup } from '../candidates/request.ts';
import { listKey } from './distinct.ts';
import type { Change } from './explanation.ts';

/**
 * The request with the changes made, or null when it would be none that can be asked. The changes are about the request as
 * it was asked, in whatever order they are given: groups are dropped last, because what names them is changed by that.
 */
export function relax(request: CandidateRequest, changes: readonly Change[]): CandidateRequest | null {
  const drops = changes.filter(({ kind }) => kind === 'drop-group');
  const others = changes.filter(({ kind }) => kind !== 'drop-group');
  const relaxed = [...others, ...drops].reduce(withChange, request);
  return canBeAsked(relaxed) ? relaxed : null;
}

/**
 * Something must be asked for; and a group that asks for no resources must have a condition, or it is not there, and be
 * tied to a group that does (1.36).
 */
function canBeAsked({ groups, sameSubtrees }: CandidateRequest): boolean {
  const tied = sameSubtrees.flat();
  return (
    groups.some(({ resources }) => resources.size > 0) &&
    groups.every(
      ({ resources, suffix, conditions }) =>
        resources.size > 0 || (tied.includes(suffix) && hasSome(conditions)),
    )
  );
}

function hasSome({ inTree, ...lists }: Conditions): boolean {
  return inTree !== null || Object.values(lists).some((list) => list.length > 0);
}

function withChange(request: CandidateRequest, change: Change): CandidateRequest {
  switch (change.kind) {
    case 'lower-amount':
    case 'raise-amount':
      return withGroup(request, change.suffix, (group) => ({
        ...group,
        resources: new Map([...group.resources, [change.resourceClass, change.to]]),
      }));
    case 'drop-class':
      return withGroup(request, change.suffix, (group) => ({
        ...group,
        resources: new Map([...group.resources].filter(([name]) => name !== change.resourceClass)),
      }));
    case 'drop-required':
      return withConditions(request, change.suffix, (conditions) => ({
        requiredTraits: withoutList(conditions.requiredTraits, change.anyOf),
      }));
    case 'allow-trait':
      return withConditions(request, change.suffix, (conditions) => ({
        forbiddenTraits: without(conditions.forbiddenTraits, change.trait),
      }));
    case 'drop-member-of':
      return withConditions(request, change.suffix, (conditions) => ({
        memberOf: withoutList(conditions.memberOf, change.anyOf),
      }));
    case 'allow-aggregate':
      return withConditions(request, change.suffix, (conditions) => ({
        forbiddenAggregates: without(conditions.forbiddenAggregates, change.aggregate),
      }));
    case 'move-required': {
      const { suffix, to, anyOf } = change;
      const without =
        suffix === null
          ? anyOf.reduce((rest, trait) => withChange(rest, { kind: 'drop-root-required', trait }), request)
          : withChange(request, { kind: 'drop-required', suffix, anyOf });
      if (to === null) {
        return { ...without, rootRequiredTraits: [...without.rootRequiredTraits, ...anyOf] };
      }
      return withConditions(without, to, ({ requiredTraits }) => ({
        requiredTraits: [...requiredTraits, anyOf],
      }));
    }
    case 'move-member-of': {
      const { suffix, to, anyOf } = change;
      const without = withChange(request, { kind: 'drop-member-of', suffix, anyOf });
      return withConditions(without, to, ({ memberOf }) => ({ memberOf: [...memberOf, anyOf] }));
    }
    case 'drop-in-tree':
      return withConditions(request, change.suffix, () => ({ inTree: null }));
    case 'drop-group':
      return {
        ...request,
        groups: request.groups.filter(({ suffix }) => suffix !== change.suffix),
        sameSubtrees: request.sameSubtrees
          .map((suffixes) => without(suffixes, change.suffix))
          .filter((suffixes) => suffixes.length > 0),
      };
    case 'drop-isolation':
      return { ...request, groupPolicy: 'none' };
    case 'drop-same-subtree':
      return { ...request, sameSubtrees: withoutList(request.sameSubtrees, change.suffixes) };
    case 'drop-root-required':
      return { ...request, rootRequiredTraits: without(request.rootRequiredTraits, change.trait) };
    case 'allow-root-trait':
      return { ...request, rootForbiddenTraits: without(request.rootForbiddenTraits, change.trait) };
    default:
      return unreachable(change);
  }
}

function withGroup(
  request: CandidateRequest,
  suffix: string,
  changed: (group: RequestGroup) => RequestGroup,
): CandidateRequest {
  return {
    ...request,
    groups: request.groups.map((group) => (group.suffix === suffix ? changed(group) : group)),
  };
}

function withConditions(
  request: CandidateRequest,
  suffix: string,
  changed: (conditions: Conditions) => Partial<Conditions>,
): CandidateRequest {
  return withGroup(request, suffix, (group) => ({
    ...group,
    conditions: { ...group.conditions, ...changed(group.conditions) },
  }));
}

function without<Item>(items: readonly Item[], item: Item): Item[] {
  return items.filter((each) => each !== item);
}

function withoutList<Name extends string>(
  lists: readonly (readonly Name[])[],
  list: readonly Name[],
): (readonly Name[])[] {
  return lists.filter((each) => listKey(each) !== listKey(list));
}
