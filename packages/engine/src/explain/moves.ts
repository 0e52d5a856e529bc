import type { CandidateRequest } from '../candidates/request.ts';
import type { Change } from './explanation.ts';

/**
 * What may be done about a condition instead of dropping it: to ask it of the root, or of another group, where it may be true
 * of somebody else. The root comes first, since it is the most exact, then the group without a suffix. `others` are the changes
 * it is one of: asked of a group that is dropped with them, it would be asked of nobody.
 */
export function movesOf(
  change: Change,
  request: CandidateRequest,
  mayAskRoot: boolean,
  others: readonly Change[],
): Change[] {
  const isDropped = (group: string): boolean =>
    others.some((other) => other.kind === 'drop-group' && other.suffix === group);
  const groups = request.groups
    .filter(({ resources, suffix }) => resources.size > 0 && !isDropped(suffix))
    .map(({ suffix }) => suffix);
  groups.sort((a, b) => Number(a !== '') - Number(b !== ''));
  switch (change.kind) {
    case 'drop-required': {
      const { suffix, anyOf } = change;
      // `root_required` knows no lists of which one is enough.
      const toRoot = mayAskRoot && anyOf.length === 1 ? [null] : [];
      const targets = [...toRoot, ...groups.filter((group) => group !== suffix)];
      return targets.map((to) => ({ kind: 'move-required', suffix, to, anyOf }));
    }
    case 'drop-root-required':
      return groups.map((to) => ({ kind: 'move-required', suffix: null, to, anyOf: [change.trait] }));
    case 'drop-member-of': {
      const { suffix, anyOf } = change;
      return groups
        .filter((group) => group !== suffix)
        .map((to) => ({ kind: 'move-member-of', suffix, to, anyOf }));
    }
    default:
      return [];
  }
}
