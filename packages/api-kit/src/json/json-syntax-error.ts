import { codePointLength } from './code-points.ts';

/**
 * The first thing wrong with a JSON text, in the words and with the position of Python's `json.loads`; null
 * if nothing is. Reads strictly: the NaN and Infinity that Python lets pass are no values here. More than
 * `maximumDepth` containers inside each other are an error too, so that reading cannot exhaust the stack.
 */
export function jsonSyntaxError(text: string, maximumDepth: number): string | null {
  if (text.startsWith('\ufeff'))
    return located(text, fault('Unexpected UTF-8 BOM (decode using utf-8-sig)', 0));
  const reader: Reader = { text, depth: 0, maximumDepth };
  const end = readValue(reader, afterSpace(text, 0));
  if (typeof end !== 'number') return located(text, end);
  const rest = afterSpace(text, end);
  return rest === text.length ? null : located(text, fault('Extra data', rest));
}

interface Reader {
  readonly text: string;
  readonly maximumDepth: number;
  depth: number;
}

interface Fault {
  readonly message: string;
  /** Counted in UTF-16 units. */
  readonly index: number;
}

/** Reading answers with the index after what was read, or with what is wrong. */
type End = number | Fault;

function fault(message: string, index: number): Fault {
  return { message, index };
}

/** Lines, columns and characters count from Python's point of view: in code points. */
function located(text: string, { message, index }: Fault): string {
  const before = text.slice(0, index);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  const column = codePointLength(before.slice(lineStart)) + 1;
  return `${message}: line ${line} column ${column} (char ${codePointLength(before)})`;
}

function readValue(reader: Reader, start: number): End {
  const { text } = reader;
  switch (text[start]) {
    case '"':
      return readString(text, start);
    case '{':
    case '[':
      return readContainer(reader, start);
  }
  atom.lastIndex = start;
  return atom.test(text) ? atom.lastIndex : fault('Expecting value', start);
}

// As much as is a number: of '1.x' that is the 1, and what follows is then in the wrong place.
const atom = /null|true|false|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;

function readContainer(reader: Reader, start: number): End {
  if (reader.depth === reader.maximumDepth) {
    return fault(`Nested more than ${reader.maximumDepth} levels deep`, start);
  }
  reader.depth++;
  const end = reader.text[start] === '{' ? readObject(reader, start) : readArray(reader, start);
  reader.depth--;
  return end;
}

function readObject(reader: Reader, start: number): End {
  const { text } = reader;
  let index = afterSpace(text, start + 1);
  if (text[index] === '}') return index + 1;
  for (;;) {
    if (text[index] !== '"') return fault('Expecting property name enclosed in double quotes', index);
    const nameEnd = readString(text, index);
    if (typeof nameEnd !== 'number') return nameEnd;
    index = afterSpace(text, nameEnd);
    if (text[index] !== ':') return fault("Expecting ':' delimiter", index);
    const valueEnd = readValue(reader, afterSpace(text, index + 1));
    if (typeof valueEnd !== 'number') return valueEnd;
    index = afterSpace(text, valueEnd);
    if (text[index] === '}') return index + 1;
    if (text[index] !== ',') return fault("Expecting ',' delimiter", index);
    index = afterSpace(text, index + 1);
  }
}

function readArray(reader: Reader, start: number): End {
  const { text } = reader;
  let index = afterSpace(text, start + 1);
  if (text[index] === ']') return index + 1;
  for (;;) {
    const valueEnd = readValue(reader, index);
    if (typeof valueEnd !== 'number') return valueEnd;
    index = afterSpace(text, valueEnd);
    if (text[index] === ']') return index + 1;
    if (text[index] !== ',') return fault("Expecting ',' delimiter", index);
    index = afterSpace(text, index + 1);
  }
}

function readString(text: string, start: number): End {
  let index = start + 1;
  for (;;) {
    stringStop.lastIndex = index;
    if (!stringStop.test(text)) return fault('Unterminated string starting at', start);
    const stop = stringStop.lastIndex - 1;
    if (text[stop] === '"') return stop + 1;
    if (text[stop] !== '\\') return fault('Invalid control character at', stop);
    const escaped = text[stop + 1];
    if (escaped === undefined) return fault('Unterminated string starting at', start);
    if (escaped === 'u') {
      // Python wants something to follow the four digits before it looks at them.
      const isWhole = stop + 6 < text.length && fourDigits.test(text.slice(stop + 2, stop + 6));
      if (!isWhole) return fault('Invalid \\uXXXX escape', stop + 1);
      index = stop + 6;
    } else {
      if (!shortEscapes.includes(escaped)) return fault('Invalid \\escape', stop);
      index = stop + 2;
    }
  }
}

// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these inside a string
const stringStop = /["\\\u0000-\u001f]/g;
const fourDigits = /^[0-9a-fA-F]{4}$/;
const shortEscapes = '"\\/bfnrt';

function afterSpace(text: string, start: number): number {
  space.lastIndex = start;
  space.test(text);
  return space.lastIndex;
}

const space = /[ \t\n\r]*/y;
