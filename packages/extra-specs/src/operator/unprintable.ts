/**
 * What has no place in a file whose names and values people compare by eye: control characters, halves of surrogate pairs,
 * byte order marks that mark no beginning, and characters that turn the direction of what follows.
 */
const unprintable =
  // biome-ignore format: one line for each of them
  new RegExp([
    '[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]',
    '\\p{Cs}',
    '[\\ufeff\\ufffe\\uffff]',
    '[\\u2028-\\u202e\\u2066-\\u2069]',
    // Some take it for the end of a line and some do not.
    '\\r(?!\\n)',
  ].join('|'), 'u');

export interface Unprintable {
  readonly offset: number;
  /** For a message: `the character U+0000`. */
  readonly name: string;
}

/** The first of them; null when there is none. */
export function findUnprintable(text: string): Unprintable | null {
  const found = unprintable.exec(text);
  if (found === null) return null;
  const code = (found[0].codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
  const name = found[0] === '\r' ? 'a carriage return without a line feed' : `the character U+${code}`;
  return { offset: found.index, name };
}
