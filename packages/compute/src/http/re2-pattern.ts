import { pythonBlanks } from '@berth/extra-specs/python/python-blanks.ts';

/**
 * A regular expression of Python's in RE2's way to write the same; null where Python has no such expression, or RE2 has none for it. What
 * stands in both languages for the same is left alone; whatever else a client may send is spelt out.
 */
export function re2Pattern(source: string): string | null {
  try {
    return new Translation(source).whole();
  } catch (thrown) {
    if (thrown instanceof Untranslatable) return null;
    throw thrown;
  }
}

class Untranslatable extends Error {}

function refuse(): never {
  throw new Untranslatable();
}

class Translation {
  readonly #source: string;
  #at = 0;
  #depth = 0;
  #translated = '';
  /** Whether there is something in front that can be repeated. */
  #isRepeatable = false;
  /** Whether there is nothing yet but what is for all of it. */
  #isAtStart = true;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): string {
    while (this.#at < this.#source.length) this.#item();
    if (this.#depth > 0) refuse();
    return this.#translated;
  }

  #item(): void {
    const character = this.#next();
    switch (character) {
      case '\\':
        return this.#escape();
      case '[':
        return this.#put(this.#set(), true);
      case '(':
        return this.#group();
      case ')':
        if (this.#depth-- === 0) refuse();
        return this.#put(')', true);
      case '*':
      case '+':
      case '?':
        return this.#repetition(character);
      case '{':
        return this.#count();
      case '|':
      case '^':
      case '$':
        return this.#put(character, false);
      case '.':
        return this.#put('.', true);
      default:
        return this.#put(codePoint(character), true);
    }
  }

  #put(text: string, isRepeatable: boolean): void {
    this.#translated += text;
    this.#isRepeatable = isRepeatable;
    this.#isAtStart = false;
  }

  #repetition(operator: string): void {
    // In Python another operator behind one is a mistake, but for `?`, which makes it lazy, and `+`, which RE2 does not have there.
    if (!this.#isRepeatable || this.#rest().startsWith('+')) refuse();
    this.#put(`${operator}${this.#take(/^\?/)}`, false);
  }

  /** How often: `{2}`, `{2,}`, `{,3}`, `{2,3}`; else it is a brace. */
  #count(): void {
    const [counted, least = '', range, most = ''] = /^(\d*)(?:(,)(\d*))?\}/.exec(this.#rest()) ?? [];
    if (counted === undefined || counted === '}') return this.#put('\\{', true);
    this.#at += counted.length;
    const from = Number(least || 0);
    const to = range === undefined ? least : most;
    if (Math.max(from, Number(to)) > mostRepeated || (to !== '' && Number(to) < from)) refuse();
    const isExact = range === undefined;
    this.#repetition(`{${from}${isExact ? '' : `,${to}`}}`);
  }

  #group(): void {
    const comment = this.#take(/^\?#[^)]*\)/);
    if (comment !== '') return;
    const flags = this.#take(/^\?[a-zA-Z]+\)/);
    if (flags !== '') {
      if (!this.#isAtStart || !/^\?[imsu]+\)$/.test(flags)) refuse();
      const known = flags.replaceAll('u', '');
      if (known !== '?)') this.#translated += `(${known}`;
      return;
    }
    this.#depth++;
    if (!this.#rest().startsWith('?')) return this.#put('(', false);
    const opening = this.#take(/^\?(?:[ims]*(?:-[ims]+)?:|P<[A-Za-z_]\w*>)/);
    if (opening === '') refuse();
    this.#put(`(${opening}`, false);
  }

  #escape(): void {
    const letter = this.#next();
    const category = categories.get(letter);
    if (category !== undefined) return this.#put(`[${category}]`, true);
    const place = places.get(letter);
    if (place !== undefined) return this.#put(place, false);
    // Three digits are a character, others the group of that number.
    if (/[1-9]/.test(letter) && !/^[0-3][0-7]{2}/.test(`${letter}${this.#rest()}`)) refuse();
    this.#put(codePoint(this.#escaped(letter)), true);
  }

  /** The character that is meant by an escape. */
  #escaped(letter: string): string {
    const control = controls.get(letter);
    if (control !== undefined) return control;
    if (/[0-7]/.test(letter)) return this.#fromDigits(`${letter}${this.#take(/^[0-7]{0,2}/)}`, 8, 0xff);
    const length = hexLengths.get(letter);
    if (length !== undefined) {
      const digits = this.#rest().slice(0, length);
      if (digits.length < length || !/^[\da-fA-F]+$/.test(digits)) refuse();
      this.#at += length;
      return this.#fromDigits(digits, 16, 0x10_ff_ff);
    }
    // Letters without a meaning are kept for later, and so are digits.
    if (/[a-zA-Z0-9]/.test(letter)) refuse();
    return letter;
  }

  #fromDigits(digits: string, radix: 8 | 16, most: number): string {
    const code = Number.parseInt(digits, radix);
    if (code > most || (code >= 0xd8_00 && code <= 0xdf_ff)) refuse();
    return String.fromCodePoint(code);
  }

  /** A set of characters in brackets. */
  #set(): string {
    let members = this.#take(/^\^/);
    const isEnd = () => this.#rest().startsWith(']');
    do {
      const first = this.#member();
      const isRange = this.#rest().startsWith('-') && this.#rest()[1] !== ']';
      if (!isRange) {
        members += first.text;
        continue;
      }
      this.#at++;
      const last = this.#member();
      if (first.code === null || last.code === null || last.code < first.code) refuse();
      members += `${first.text}-${last.text}`;
    } while (!isEnd());
    this.#at++;
    return `[${members}]`;
  }

  /** One character of a set, or a category of them, which is no end of a range. */
  #member(): { readonly text: string; readonly code: number | null } {
    const character = this.#next();
    if (character !== '\\') return { text: codePoint(character), code: character.codePointAt(0) ?? 0 };
    const letter = this.#next();
    const category = categories.get(letter);
    if (category !== undefined) {
      if (category.startsWith('^')) refuse();
      return { text: category, code: null };
    }
    const escaped = letter === 'b' ? '\b' : this.#escaped(letter);
    return { text: codePoint(escaped), code: escaped.codePointAt(0) ?? 0 };
  }

  #rest(): string {
    return this.#source.slice(this.#at);
  }

  #next(): string {
    const code = this.#source.codePointAt(this.#at);
    if (code === undefined) refuse();
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  /** What comes next, if it is that; else nothing. */
  #take(expression: RegExp): string {
    const taken = expression.exec(this.#rest())?.[0] ?? '';
    this.#at += taken.length;
    return taken;
  }
}

const mostRepeated = 1_000;

/** A character in a form that means nothing else, wherever it stands. */
function codePoint(character: string): string {
  return /^[\w ]$/.test(character) ? character : `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

const blanks = pythonBlanks.replace(/\\u([\da-f]{4})/g, '\\x{$1}');
const wordCharacters = '\\p{L}_\\p{N}';

/** As a part of a set; what begins with `^` is all but the rest, and cannot be a part of a larger one. */
const categories: ReadonlyMap<string, string> = new Map([
  ['d', '\\p{Nd}'],
  ['D', '\\P{Nd}'],
  ['s', blanks],
  ['S', `^${blanks}`],
  ['w', wordCharacters],
  ['W', `^${wordCharacters}`],
]);

/** What is between two characters. RE2's words are those of ASCII. */
const places: ReadonlyMap<string, string> = new Map([
  ['b', '\\b'],
  ['B', '\\B'],
  ['A', '\\A'],
  ['Z', '\\z'],
]);

const controls: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

const hexLengths: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);
