import type { Step } from '../step.ts';
import { type Sign, stepWords, type Words } from './step-words.ts';

/** A plan for people, with colours where there is a terminal. */
export function planText(steps: readonly Step[], hasColours: boolean): string {
  if (steps.length === 0) return 'There is nothing to do: all is as the file says.\n';
  const all = steps.map(stepWords);
  const lines = all.flatMap(({ details, ...head }) => [
    coloured(head, '', hasColours),
    ...details.map((detail) => coloured(detail, '    ', hasColours)),
  ]);
  const count = (sign: Sign) => all.filter((each) => each.sign === sign).length;
  return `${lines.join('\n')}\n\n${changes(all.length)}: ${count('+')} to make, ${count('~')} to change, ${count('-')} to delete.\n`;
}

/** '1 change', '3 changes'. */
export function changes(count: number): string {
  return `${count} change${count === 1 ? '' : 's'}`;
}

/** A step in one line: '+ provider numa0 below host1'. */
export function stepLine(step: Step): string {
  const { sign, text } = stepWords(step);
  return `${sign} ${text}`;
}

const colours: Readonly<Record<Sign, number>> = { '+': 32, '~': 33, '-': 31 };

function coloured({ sign, text }: Words, indent: string, hasColours: boolean): string {
  const written = `${sign} ${text}`;
  return `${indent}${hasColours ? `\x1b[${colours[sign]}m${written}\x1b[0m` : written}`;
}
