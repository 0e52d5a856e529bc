import { pythonText } from './python-text.ts';
import { type Cell, Float, Formatted, type Value } from './value.ts';

export const quoteModes = ['all', 'minimal', 'none', 'nonnumeric'] as const;
export type QuoteMode = (typeof quoteModes)[number];

/** Rows as comma-separated values, as Python's writer has them with a backslash to escape. */
export function csvText(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  mode: QuoteMode,
): string {
  return [columns, ...rows]
    .map((row) => `${row.map((cell) => field(cell, mode, row.length)).join(',')}\n`)
    .join('');
}

function field(cell: Cell, mode: QuoteMode, width: number): string {
  // What people read in another form is a text, whatever it is made of.
  const value: Value = cell instanceof Formatted ? pythonText(cell.raw) : cell;
  const text = value === null ? '' : pythonText(value);
  if (mode === 'none') {
    if (text === '' && width === 1)
      throw new Error('a row of one empty field cannot be told from none: use another --quote');
    return text.replace(/[\\",\n]/g, '\\$&');
  }
  // Such a row could not be told from none.
  const isNeeded = /[",\n]/.test(text) || (text === '' && width === 1);
  const isQuoted = mode === 'all' || (mode === 'nonnumeric' ? !isNumber(value) : isNeeded);
  const inside = text.replaceAll('\\', '\\\\').replaceAll('"', '""');
  return isQuoted ? `"${inside}"` : inside;
}

/** Python counts true and false among numbers. */
function isNumber(value: Value): boolean {
  return ['number', 'bigint', 'boolean'].includes(typeof value) || value instanceof Float;
}
