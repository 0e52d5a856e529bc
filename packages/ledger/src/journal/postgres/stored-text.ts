import type { Value } from '../projection.ts';

/*
 * PostgreSQL takes every character in text but NUL. So NUL is stored as \x01\x01, and \x01, to be told from it, as
 * \x01\x02. Text so written is in the same order as before: what is smallest stays smallest.
 */

export function toStored(text: string): string {
  const isPlain = !text.includes('\x01') && !text.includes('\0');
  return isPlain ? text : text.replaceAll('\x01', '\x01\x02').replaceAll('\0', '\x01\x01');
}

/** Pairs are found from the left, so that none is taken for the end of one and the beginning of the next. */
export function fromStored(text: string): string {
  return text.includes('\x01') ? text.replaceAll('\x01\x01', '\0').replaceAll('\x01\x02', '\x01') : text;
}

export function storedValue(value: Value): Value {
  return typeof value === 'string' ? toStored(value) : value;
}
