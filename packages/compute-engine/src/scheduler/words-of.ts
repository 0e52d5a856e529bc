import type { Decision, DecisionStep } from './decision.ts';

/** A decision in lines, for operators. */
export function wordsOf(decision: Decision): string {
  const { steps, ended } = decision;
  const end = ended ? [`${ended.step}: ${ended.reason}`] : [];
  return [...roomWords(decision), ...steps.map(stepWords), ...end].join('\n');
}

/** Nothing where Placement was not asked. */
export function roomWords({ found, isCut }: Decision): string[] {
  return found === null ? [] : [`Placement has room on ${isCut ? 'at least ' : ''}${counted(found)}.`];
}

export function stepWords({ name, left, refused }: DecisionStep): string {
  const examples = refused.map(({ host, reason }) => `${host}: ${reason}`).join('; ');
  return `${name} left ${counted(left)}.${examples === '' ? '' : ` ${examples}.`}`;
}

function counted(hosts: number): string {
  return `${hosts} ${hosts === 1 ? 'host' : 'hosts'}`;
}
