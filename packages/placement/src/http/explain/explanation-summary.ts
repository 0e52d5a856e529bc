import type { Explanation } from '@berth/engine/explain/explanation.ts';
import { boundWords } from './words.ts';

/** What an explanation comes to, in a few sentences. */
export function explanationSummary(explanation: Explanation): string[] {
  const { treeCount, lookedAtCount, candidateTreeCount, undecidedCount, reached } = explanation;
  const found =
    candidateTreeCount === 0
      ? `No candidates at ${counted(lookedAtCount, 'tree')}.`
      : `Candidates at ${candidateTreeCount} of ${counted(lookedAtCount, 'tree')}.`;
  return [
    found,
    ...(lookedAtCount < treeCount ? [`${treeCount - lookedAtCount} more were not looked at.`] : []),
    ...(undecidedCount > 0 ? [`Of ${undecidedCount} more it was not found out.`] : []),
    ...(explanation.isHopeless ? [noWay(explanation)] : []),
    ...(reached.length > 0 ? [`Not complete: ${reached.map(boundWords).join('; ')}.`] : []),
  ];
}

function noWay({ treeCount, sharingTreeCount }: Explanation): string {
  if (treeCount > 0) {
    return 'No change to the query would work: nothing less of the same is found at any tree.';
  }
  return sharingTreeCount > 0
    ? 'No change to the query would work: all providers only share what they have, and there are none to share it with.'
    : 'No change to the query would work: there are no providers yet.';
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
