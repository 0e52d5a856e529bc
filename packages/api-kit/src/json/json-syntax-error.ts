import type { Steps } from '../in-turns.ts';
import { isHighSurrogate } from './code-points.ts';

/**
 * The first thing wrong with a JSON text, in the words and with the position of Python's `json.loads`; null
 * if nothing is. Reads strictly: the NaN and Infinity that Python lets pass are no values here. More than
 * `maximumDepth` containers inside each other are an error too, so that reading cannot exhaust the stack. Finding it in a text of
 * 8 MiB takes 15 ms, or 0.1 s in code that runs for the first time, and counting up to it as much, both in several steps.
 */
export function* jsonSyntaxError(text: string, maximumDepth: number): Steps<string | null> {
  const found = yield* firstFault(text, maximumDepth);
  if (found === null) return null;
  yield;
  return yield* located(text, found);
}

function* firstFault(text: string, maximumDepth: number): Steps<Fault | null> {
  if (text.startsWith('\ufeff')) return fault('Unexpected UTF-8 BOM (decode using utf-8-sig)', 0);
  const reader: Reader = { text, depth: 0, maximumDepth, pauseAt: unitsPerPause };
  const end = yield* readValue(reader, afterSpace(text, 0));
  if (typeof end !== 'number') return end;
  const rest = afterSpace(text, end);
  return rest === text.length ? null : fault('Extra data', rest);
}

interface Reader {
  readonly text: string;
  readonly maximumDepth: number;
  depth: number;
  /** Where others are to have their turn next. */
  pauseAt: number;
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
function* located(text: string, { message, index }: Fault): Steps<string> {
  const place: Place = { line: 1, lineStart: 0, characters: 0 };
  for (let from = 0; from < index; from += unitsPerStep) {
    if (from > 0) yield;
    count(text, from, Math.min(index, from + unitsPerStep), place);
  }
  const { line, lineStart, characters } = place;
  return `${message}: line ${line} column ${characters - lineStart + 1} (char ${characters})`;
}

interface Place {
  line: number;
  /** Where that line begins, in characters. */
  lineStart: number;
  characters: number;
}

function count(text: string, from: number, to: number, place: Place): void {
  let { line, lineStart, characters } = place;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    // The second half of a pair is no character of its own.
    if (unit < 0xdc00 || unit > 0xdfff || !isHighSurrogate(text.charCodeAt(at - 1))) characters++;
    if (unit !== lineFeed) continue;
    line++;
    lineStart = characters;
  }
  place.line = line;
  place.lineStart = lineStart;
  place.characters = characters;
}

const unitsPerStep = 1024 * 1024;
/** A value that is longer than that is read to its end, which is a megabyte further at most. */
const unitsPerPause = 256 * 1024;
const lineFeed = 0x0a;

function* readValue(reader: Reader, start: number): Steps<End> {
  const { text } = reader;
  switch (text[start]) {
    case '"':
      return readString(text, start);
    case '{':
    case '[':
      return yield* readContainer(reader, start);
  }
  atom.lastIndex = start;
  return atom.test(text) ? atom.lastIndex : fault('Expecting value', start);
}

// As much as is a number: of '1.x' that is the 1, and what follows is then in the wrong place.
const atom = /null|true|false|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;

function* readContainer(reader: Reader, start: number): Steps<End> {
  if (reader.depth === reader.maximumDepth) {
    return fault(`Nested more than ${reader.maximumDepth} levels deep`, start);
  }
  reader.depth++;
  const end = yield* reader.text[start] === '{' ? readObject(reader, start) : readArray(reader, start);
  reader.depth--;
  return end;
}

function* readObject(reader: Reader, start: number): Steps<End> {
  const { text } = reader;
  let index = afterSpace(text, start + 1);
  if (text[index] === '}') return index + 1;
  for (;;) {
    if (text[index] !== '"') return fault('Expecting property name enclosed in double quotes', index);
    const nameEnd = readString(text, index);
    if (typeof nameEnd !== 'number') return nameEnd;
    index = afterSpace(text, nameEnd);
    if (text[index] !== ':') return fault("Expecting ':' delimiter", index);
    const valueEnd = yield* readValue(reader, afterSpace(text, index + 1));
    if (typeof valueEnd !== 'number') return valueEnd;
    index = afterSpace(text, valueEnd);
    if (text[index] === '}') return index + 1;
    if (text[index] !== ',') return fault("Expecting ',' delimiter", index);
    index = afterSpace(text, index + 1);
    if (isPauseDue(reader, index)) yield;
  }
}

function* readArray(reader: Reader, start: number): Steps<End> {
  const { text } = reader;
  let index = afterSpace(text, start + 1);
  if (text[index] === ']') return index + 1;
  for (;;) {
    const valueEnd = yield* readValue(reader, index);
    if (typeof valueEnd !== 'number') return valueEnd;
    index = afterSpace(text, valueEnd);
    if (text[index] === ']') return index + 1;
    if (text[index] !== ',') return fault("Expecting ',' delimiter", index);
    index = afterSpace(text, index + 1);
    if (isPauseDue(reader, index)) yield;
  }
}

function isPauseDue(reader: Reader, index: number): boolean {
  if (index < reader.pauseAt) return false;
  reader.pauseAt = index + unitsPerPause;
  return true;
}

/** By codes and not by regular expressions: to be asked anew after each of four million escapes took these 0.2 s. */
function readString(text: string, start: number): End {
  for (let index = start + 1; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === quote) return index + 1;
    if (unit < firstPrintable) return fault('Invalid control character at', index);
    if (unit !== backslash) continue;
    const escaped = text.charCodeAt(index + 1);
    if (escaped === letterU) {
      // Python wants something to follow the four digits before it looks at them.
      if (index + 6 >= text.length || !hasFourDigits(text, index + 2))
        return fault('Invalid \\uXXXX escape', index + 1);
      index += 5;
    } else if (isShortEscape(escaped)) index += 1;
    else if (index + 1 < text.length) return fault('Invalid \\escape', index);
  }
  return fault('Unterminated string starting at', start);
}

function hasFourDigits(text: string, start: number): boolean {
  for (let index = start; index < start + 4; index++) if (!isHexDigit(text.charCodeAt(index))) return false;
  return true;
}

function isHexDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x46) || (unit >= 0x61 && unit <= 0x66);
}

function isShortEscape(unit: number): boolean {
  return shortEscapes[unit] === true;
}

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
const firstPrintable = 0x20;
const shortEscapes: readonly (boolean | undefined)[] = Array.from({ length: 128 }, (_, unit) =>
  '"\\/bfnrt'.includes(String.fromCharCode(unit)),
);

/** As a rule there are few. To go through millions of them in code that runs for the first time takes 0.1 s, and the engine's own search 0.01 s. */
function afterSpace(text: string, start: number): number {
  for (let index = start; index < start + usualSpaces; index++) {
    if (!isSpace(text.charCodeAt(index))) return index;
  }
  noSpace.lastIndex = start + usualSpaces;
  return noSpace.exec(text)?.index ?? text.length;
}

const usualSpaces = 32;
const noSpace = /[^ \n\r\t]/g;

/** False as well for the NaN that stands behind the end. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
