import type { Decision, DecisionStep } from './decision.ts';
import { aggregateRuleNames } from './prefilters/demands.ts';

/** A decision in lines, for operators. */
export function wordsOf(decision: Decision): string {
  const { ended } = decision;
  const end = ended ? [`${ended.step}: ${ended.reason}`] : [];
  return [...stepLines(decision), ...end].join('\n');
}

/** What each rule left, with how many hosts have room where that was asked. */
export function stepLines(decision: Decision): string[] {
  const isBefore = ({ name }: DecisionStep) => (aggregateRuleNames as readonly string[]).includes(name);
  const { steps } = decision;
  return [
    ...steps.filter(isBefore).map(stepWords),
    ...roomWords(decision),
    ...steps.filter((step) => !isBefore(step)).map(stepWords),
  ];
}

/** Nothing where Placement was not asked. */
function roomWords({ found, isCut }: Decision): string[] {
  return found === null ? [] : [`Placement has room on ${isCut ? 'at least ' : ''}${counted(found)}.`];
}

function stepWords({ name, left, refused }: DecisionStep): string {
  const examples = refused.map(({ host, reason }) => `${host}: ${reason}`).join('; ');
  return `${name} left ${counted(left)}.${examples === '' ? '' : ` ${examples}.`}`;
}

function counted(hosts: number): string {
  return `${hosts} ${hosts === 1 ? 'host' : 'hosts'}`;
}
