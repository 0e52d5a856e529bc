import type { Row } from './projection.ts';

/** The order of rows by these columns: numbers by size, text by code point. */
export function compareKeys(columns: readonly string[], left: Row, right: Row): number {
  for (const column of columns) {
    const a = left[column];
    const b = right[column];
    const order = typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : Number(a) - Number(b);
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * JavaScript compares UTF-16 units, in which 😀 (d83d de00) comes before ﬀ (fb00); by code point, as in UTF-8
 * and so in SQL stores, it comes after. The two orders differ only where a surrogate meets a unit above all
 * surrogates.
 */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    if (a >= 0xd800 && b >= 0xd800 && isSurrogate(a) !== isSurrogate(b)) return isSurrogate(a) ? 1 : -1;
    return a - b;
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
