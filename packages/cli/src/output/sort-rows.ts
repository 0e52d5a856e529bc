import { byCodePoints } from './yaml-text.ts';
import { type Cell, Float, isMapping, isSequence, rawOf, type Value } from './value.ts';

/** Rows that cannot be compared: they stay as they are. */
class Unsortable extends Error {}

/** Rows in the order of these columns, the first counting most; null is behind all others. Columns that are not there are passed over. */
export function sortRows(
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
  sortColumns: readonly string[],
  isDescending: boolean,
  warn: (text: string) => void,
): readonly (readonly Cell[])[] {
  let sorted = rows;
  for (const title of sortColumns.toReversed()) {
    const column = titles.indexOf(title);
    if (column < 0) continue;
    const compare = (a: readonly Cell[], b: readonly Cell[]) => {
      const order = inOrder(rawOf(a[column] ?? null), rawOf(b[column] ?? null));
      return isDescending ? -order : order;
    };
    try {
      sorted = sorted.toSorted(compare);
    } catch (error) {
      if (!(error instanceof Unsortable)) throw error;
      warn(`column '${title}' has values of different kinds, and is not sorted`);
    }
  }
  return sorted;
}

function inOrder(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' && typeof b === 'string') return byCodePoints(a, b);
  if (isNumeric(a) && isNumeric(b)) return Number(a) - Number(b);
  if (isSequence(a) && isSequence(b)) {
    for (const [index, member] of a.entries()) {
      const other = b[index];
      if (other === undefined) return 1;
      const order = inOrder(member, other);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  throw new Unsortable();
}

function isNumeric(value: Value): value is number | bigint | boolean | Float {
  return typeof value !== 'string' && value !== null && !isSequence(value) && !isMapping(value);
}
