import type { Decision } from './decision.ts';

/** A decision in lines, for operators. */
export function wordsOf({ found, isCut, steps, ended }: Decision): string {
  const lines = steps.map(({ name, left, refused }) => {
    const examples = refused.map(({ host, reason }) => `${host}: ${reason}`).join('; ');
    return `${name} left ${left} hosts.${examples === '' ? '' : ` ${examples}`}`;
  });
  const room = found === null ? [] : [`Placement has room on ${isCut ? 'at least ' : ''}${found} hosts.`];
  return [...room, ...lines, ...(ended ? [`${ended.step}: ${ended.reason}`] : [])].join('\n');
}
