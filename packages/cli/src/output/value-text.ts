import { pythonText } from './python-text.ts';
import { type Cell, rawOf } from './value.ts';

/** A line for each row, its cells with a blank between them. */
export function valueLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map((cell) => pythonText(rawOf(cell))).join(' ')}\n`).join('');
}
