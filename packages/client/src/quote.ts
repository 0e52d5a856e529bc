import { inspect } from 'node:util';

/** A text of somebody else's in a message of ours: on one line, not too long, and without anything that moves a cursor. */
export function quote(text: string): string {
  return `'${onOneLine(text, 80)}'`;
}

export function onOneLine(text: string, lengthMax: number): string {
  const cut = text.length > lengthMax ? `${text.slice(0, lengthMax).toWellFormed()}…` : text;
  return cut.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );
}

/** Whatever somebody else has handed in, in a message of ours. */
export function describeValue(value: unknown): string {
  return typeof value === 'string' ? quote(value) : onOneLine(inspect(value, { depth: 0 }), 80);
}
