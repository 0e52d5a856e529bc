import type { Verdict } from './checking/check-history.ts';
import type { Tally } from './load/load-client.ts';

/** What was done, and what is wrong with it. */
export function tallyText(tally: Tally): string {
  return [...tally]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([name, { done, refused, unanswered }]) =>
        `  ${name}: ${done} done, ${refused} refused, ${unanswered} without an answer`,
    )
    .join('\n');
}

export function verdictText(verdict: Verdict): string {
  const { findings, commands, unknownHappened, unknownNever, acknowledgedLost } = verdict;
  const counted = [...findings.counts].map(([kind, count]) => `${count} × ${kind}`).join(', ');
  const lines = findings.kept.map(({ kind, text }) => `WRONG (${kind}): ${text}`);
  const unknown =
    unknownHappened + unknownNever === 0
      ? ''
      : `, of ${unknownHappened + unknownNever} writes of unknown fate ${unknownHappened} have happened`;
  const end = counted === '' ? 'linearizable, nothing over-allocated' : `WRONG: ${counted}`;
  const lost =
    acknowledgedLost === 0 ? '' : `, ${acknowledgedLost} acknowledged writes lost with the database`;
  return [...lines, `${commands} commands in the journal${unknown}${lost}: ${end}`].join('\n');
}
