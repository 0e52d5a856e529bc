import assert from 'node:assert/strict';
import { codePointLength, sortByCodePoint } from './code-points.ts';
import { isObject, type JsonObject } from './json-type.ts';

/**
 * A JSON value as Python's `repr` writes it, as far as a parsed value tells: a whole number is written as an
 * integer (1.0 as 1), and keys like '1' come first, since JavaScript keeps them there. Which characters are
 * printable is for the Unicode of this runtime to say, which is newer than Python 3.11's.
 */
export function pythonRepr(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(', ')}]`;
  if (isObject(value)) {
    const items = Object.entries(value).map(([key, item]) => `${reprOfString(key)}: ${pythonRepr(item)}`);
    return `{${items.join(', ')}}`;
  }
  return reprOfScalar(value);
}

/** The same, cut where it gets longer than that, and then with `...` at its end. */
export function pythonReprUpTo(maximumLength: number, value: unknown): string {
  const paper: Paper = { text: '', left: maximumLength };
  writeRepr(value, paper);
  return paper.text;
}

function writeRepr(value: unknown, paper: Paper): void {
  if (isFull(paper)) return;
  if (Array.isArray(value)) {
    write(paper, '[');
    for (let index = 0; index < value.length && !isFull(paper); index++) {
      if (index > 0) write(paper, ', ');
      writeRepr(value[index], paper);
    }
    write(paper, ']');
  } else if (isObject(value)) {
    write(paper, '{');
    for (const [index, [key, item]] of Object.entries(value).entries()) {
      if (isFull(paper)) break;
      write(paper, index > 0 ? `, ${reprOfString(key)}: ` : `${reprOfString(key)}: `);
      writeRepr(item, paper);
    }
    write(paper, '}');
  } else {
    write(paper, reprOfScalar(typeof value === 'string' ? fitting(value, paper) : value));
  }
}

/** A literal is longer than its text: what does not fit as text need not be escaped. */
function fitting(text: string, paper: Paper): string {
  return text.length > paper.left ? text.slice(0, paper.left + 1) : text;
}

/**
 * A JSON value as Python's `pprint.pformat` lays it out: keys sorted, broken where a line gets too long. A
 * text of more than `maximumLength` is cut and ends in `...`: since each level is indented by the length of its
 * key, a small value can have a text of any size.
 */
export function pythonPretty(value: unknown, width: number, maximumLength = Infinity): string {
  const paper: Paper = { text: '', left: maximumLength };
  layOut(value, { width, indent: 0, allowance: 0, isOutermost: true }, paper);
  return paper.text;
}

function reprOfScalar(value: unknown): string {
  if (value === null) return 'None';
  switch (typeof value) {
    case 'string':
      return reprOfString(value);
    case 'number':
      return reprOfNumber(value);
    case 'boolean':
      return value ? 'True' : 'False';
  }
  return assert.fail(`a ${typeof value} is not a JSON value`);
}

function reprOfNumber(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  // Below 1e21 a whole number was most likely written as an integer, above as 3.4e+38.
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
  if (Math.abs(value) >= 1e-4) return String(value);
  return value.toExponential().replace(/-(\d)$/, '-0$1');
}

function reprOfString(text: string): string {
  if (plain.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(special, (character) =>
    isQuote(character) && character !== quote ? character : escapeCharacter(character),
  );
  return quote + escaped + quote;
}

const plain = /^[ !"#$%&(-[\]-~]*$/;
// What Python does not call printable, the backslash and the quotes. A space is the one printable separator.
const special = /['"\\]|(?! )[\p{C}\p{Z}]/gu;

function isQuote(character: string): boolean {
  return character === "'" || character === '"';
}

function escapeCharacter(character: string): string {
  switch (character) {
    case '\\':
    case "'":
    case '"':
      return `\\${character}`;
    case '\t':
      return '\\t';
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
  }
  // The expression that found it matches one whole code point.
  const code = character.codePointAt(0) as number;
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  if (code <= 0xffff) return `\\u${digits.padStart(4, '0')}`;
  return `\\U${digits.padStart(8, '0')}`;
}

interface Paper {
  text: string;
  /** How much may still be written. Nothing more is, once this is negative. */
  left: number;
}

function write(paper: Paper, text: string): void {
  if (isFull(paper)) return;
  paper.left -= text.length;
  paper.text += isFull(paper) ? `${text.slice(0, paper.left)}...` : text;
}

function isFull(paper: Paper): boolean {
  return paper.left < 0;
}

/** Where a value is about to be written. */
interface Spot {
  readonly width: number;
  /** The column it starts in, and where its further lines start. */
  readonly indent: number;
  /** Columns to leave free at the end of its last line, for what closes or follows it. */
  readonly allowance: number;
  readonly isOutermost: boolean;
}

function layOut(value: unknown, spot: Spot, paper: Paper): void {
  const oneLine = onOneLine(value, spot.width - spot.indent - spot.allowance);
  if (oneLine !== null) write(paper, oneLine);
  else if (Array.isArray(value)) layOutList(value, spot, paper);
  else if (isObject(value)) layOutDict(value, spot, paper);
  else if (typeof value === 'string') layOutString(value, spot, paper);
  else write(paper, reprOfScalar(value));
}

function layOutList(list: readonly unknown[], spot: Spot, paper: Paper): void {
  const indent = spot.indent + 1;
  write(paper, '[');
  for (let index = 0; index < list.length && !isFull(paper); index++) {
    if (index > 0) write(paper, `,\n${' '.repeat(indent)}`);
    layOut(list[index], inside(spot, indent, index === list.length - 1), paper);
  }
  write(paper, ']');
}

function layOutDict(dict: JsonObject, spot: Spot, paper: Paper): void {
  const indent = spot.indent + 1;
  const entries = shownEntries(dict, paper);
  write(paper, '{');
  for (const [index, [key, item]] of entries.entries()) {
    if (isFull(paper)) break;
    const name = `${reprOfString(key)}: `;
    write(paper, index > 0 ? `,\n${' '.repeat(indent)}${name}` : name);
    layOut(item, inside(spot, indent + codePointLength(name), index === entries.length - 1), paper);
  }
  write(paper, '}');
}

/** After the last item come this container's bracket and what its own allowance is for; else a comma. */
function inside(spot: Spot, indent: number, isLast: boolean): Spot {
  return { width: spot.width, indent, allowance: isLast ? spot.allowance + 1 : 1, isOutermost: false };
}

/** A long string becomes several literals, one below the other; in parentheses if nothing encloses them. */
function layOutString(whole: string, spot: Spot, paper: Paper): void {
  const text = fitting(whole, paper);
  const parenthesis = spot.isOutermost ? 1 : 0;
  const indent = spot.indent + parenthesis;
  const room = spot.width - indent;
  const literals = literalsOf(text, room, room - spot.allowance - parenthesis);
  if (literals.length <= 1) return write(paper, reprOfString(text));
  if (spot.isOutermost) write(paper, '(');
  for (let index = 0; index < literals.length && !isFull(paper); index++) {
    write(paper, index > 0 ? `\n${' '.repeat(indent)}${literals[index]}` : `${literals[index]}`);
  }
  if (spot.isOutermost) write(paper, ')');
}

function literalsOf(text: string, room: number, roomAtTheEnd: number): string[] {
  const lines = text.match(lineOfText) ?? [];
  const literals: string[] = [];
  lines.forEach((line, lineIndex) => {
    const isLastLine = lineIndex === lines.length - 1;
    const whole = fittingRepr(line, isLastLine ? roomAtTheEnd : room);
    if (whole !== null) {
      literals.push(whole);
      return;
    }
    const words = line.match(wordWithSpace) ?? [];
    let current = '';
    words.forEach((word, wordIndex) => {
      const isLastWord = isLastLine && wordIndex === words.length - 1;
      if (fittingRepr(current + word, isLastWord ? roomAtTheEnd : room) !== null) {
        current += word;
        return;
      }
      if (current !== '') literals.push(reprOfString(current));
      current = word;
    });
    if (current !== '') literals.push(reprOfString(current));
  });
  return literals;
}

// Python's notions of a line's end and of space are not JavaScript's.
const lineEnd = '\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029';
const space = '\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const lineOfText = new RegExp(`[^${lineEnd}]*(?:\\r\\n|[${lineEnd}])|[^${lineEnd}]+`, 'gu');
const wordWithSpace = new RegExp(`[^${space}]+[${space}]*|[${space}]+`, 'gu');

/**
 * The value with sorted keys on one line, or null if that takes more than `limit` columns. Stops as soon as
 * the limit is passed: a large value costs no more than a line at each of its levels.
 */
function onOneLine(value: unknown, limit: number): string | null {
  if (typeof value === 'string') return fittingRepr(value, limit);
  if (Array.isArray(value)) {
    return enclosed('[', value, ']', limit, (item, room) => onOneLine(item, room));
  }
  if (isObject(value)) {
    if (Object.keys(value).length * shortestEntry > limit) return null; // What cannot fit need not be sorted.
    return enclosed('{', sortedEntries(value), '}', limit, ([key, item], room) => {
      const name = fittingRepr(key, room - 2);
      if (name === null) return null;
      const rest = onOneLine(item, room - 2 - codePointLength(name));
      return rest === null ? null : `${name}: ${rest}`;
    });
  }
  const text = reprOfScalar(value);
  return text.length <= limit ? text : null;
}

function enclosed<Item>(
  open: string,
  items: readonly Item[],
  close: string,
  limit: number,
  write: (item: Item, room: number) => string | null,
): string | null {
  let text = open;
  let room = limit - 2;
  if (room < 0) return null;
  for (const [index, item] of items.entries()) {
    const separator = index === 0 ? '' : ', ';
    const written = write(item, room - separator.length);
    if (written === null) return null;
    text += separator + written;
    room -= separator.length + codePointLength(written);
  }
  return text + close;
}

function fittingRepr(text: string, limit: number): string | null {
  // The literal has two quotes and at least a column for each code point, which is at most two units.
  if (text.length > limit * 2) return null;
  const literal = reprOfString(text);
  return codePointLength(literal) <= limit ? literal : null;
}

/** What does not fit is cut, whatever its order: a dict that does not is not sorted, which could take long. */
function shownEntries(dict: JsonObject, paper: Paper): [string, unknown][] {
  const most = Math.ceil(paper.left / shortestEntry);
  const keys = Object.keys(dict);
  if (keys.length <= most) return sortedEntries(dict);
  // One more than fits, so that it is seen to be cut.
  return keys.slice(0, most + 1).map((key) => [key, dict[key]]);
}

function sortedEntries(dict: JsonObject): [string, unknown][] {
  return sortByCodePoint(Object.keys(dict)).map((key) => [key, dict[key]]);
}

/** `'': 0` and its share of brackets and commas. */
const shortestEntry = 7;
