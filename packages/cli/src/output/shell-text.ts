import { pythonText } from './python-text.ts';
import { type Cell, rawOf } from './value.ts';

/**
 * Assignments of variables. Only quotes are escaped, as in the known tools, whose output has to be the same: whoever has a shell read
 * it must trust what is in it.
 */
export function shellText(columns: readonly string[], values: readonly Cell[], prefix: string): string {
  return columns
    .map((column, index) => {
      const name = column.toLowerCase().replaceAll(/[ :-]/g, '_');
      const cell = values[index] ?? null;
      const raw = rawOf(cell);
      // Lists and the like are printed by their own rules, which know no shell.
      const isText = typeof raw === 'string' || cell !== raw;
      const text = isText ? pythonText(raw).replaceAll('"', '\\"') : pythonText(raw);
      return `${prefix}${name}="${text}"\n`;
    })
    .join('');
}
