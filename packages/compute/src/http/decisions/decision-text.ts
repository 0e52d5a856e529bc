import type { PastDecision } from '@berth/compute-engine/decisions/decision-log.ts';
import type { WeighedHost } from '@berth/compute-engine/scheduler/decision.ts';
import { stepLines } from '@berth/compute-engine/scheduler/words-of.ts';
import { shownSecond } from '../shown-second.ts';
import { type QueryOf, wireName } from './decision-view.ts';

/** The same as lines for people, for its owner. */
export function summaryLines({ at, reason, best, ended }: PastDecision): string[] {
  const place = best.length > 0 ? 'there is a host for it' : 'no host';
  return [`${shownSecond(at)} ${reason}: ${place}`, ...(ended ? [`  ${ended.step}: ${ended.reason}`] : [])];
}

/** And for those who see all of it. */
export function decisionLines(decision: PastDecision, queryOf: QueryOf): string[] {
  const { at, reason, best, ended, asked, explanation } = decision;
  const [chosen] = best;
  return [
    `${shownSecond(at)} ${reason}: ${chosen ? `goes to ${named(chosen)}` : 'no host'}`,
    ...[
      ...stepLines(decision),
      ...(ended ? [`${ended.step}: ${ended.reason}`] : []),
      ...(best.length > 1 ? ['The best, by weight:', ...best.map((host) => `  ${weightWords(host)}`)] : []),
      ...(asked ? [`Placement was asked for ${queryOf(asked)}`] : []),
      ...(explanation === null ? [] : [`Then: ${explanation}`]),
    ].map((line) => `  ${line}`),
  ];
}

function named({ host, node }: WeighedHost): string {
  return node === host ? host : `${host} (node ${node})`;
}

function weightWords(host: WeighedHost): string {
  const parts = Object.entries(host.parts).map(([name, part]) => `${wireName(name)} ${part}`);
  return `${named(host)}: ${host.weight}${parts.length > 0 ? ` = ${parts.join(' + ')}` : ''}`;
}
