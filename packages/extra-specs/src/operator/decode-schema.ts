import { isUtf8 } from 'node:buffer';
import type { Position } from './schema-issue.ts';

export type Decoded =
  | { readonly text: string }
  /** It is no text in UTF-8. */
  | { readonly text: null; readonly position: Position; readonly reason: string };

/** The text in a file, with its byte order mark if it has one. */
export function decodeSchema(bytes: Uint8Array): Decoded {
  if (isUtf8(bytes)) return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
  const isUtf16 = [0xfeff, 0xfffe].includes(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0));
  return {
    text: null,
    position: firstBadPosition(bytes),
    reason: isUtf16
      ? 'the file is in UTF-16; a schema is in UTF-8'
      : 'the file is not in UTF-8: this is where it goes wrong',
  };
}

function firstBadPosition(bytes: Uint8Array): Position {
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    const content = bytes.subarray(start, end < 0 ? bytes.length : end);
    // No part of a longer character looks like a line break: where no line is wrong, nothing is.
    if (!isUtf8(content) || end < 0) return { line, column: firstBadColumn(content) };
    start = end + 1;
  }
}

/** Decodes with replacement characters, and finds the first that was not there before. */
function firstBadColumn(bytes: Uint8Array): number {
  let column = 1;
  let at = 0;
  for (const character of new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)) {
    const isReplaced =
      character === '\ufffd' && !(bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd);
    if (isReplaced) break;
    // Marks are no character of the text, see `readOperatorSchema`; any that is not at the beginning is refused there.
    if (!(character === '\ufeff' && at === 0)) column += 1;
    at += Buffer.byteLength(character);
  }
  return column;
}
