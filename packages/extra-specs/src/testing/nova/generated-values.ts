import fc from 'fast-check';
import type { IntegerValue, StringValue, Value } from '../../definitions/definition.ts';
import { booleanWords } from '../../python/python-boolean.ts';
import { withSlips } from './slips.ts';

/**
 * Values for a definition, good and bad. Some of Nova's own patterns take time that doubles with each character of a value that
 * they refuse (`hw:pmem` 0.3 ms for 12, 0.1 s for 20; a CPU mask 3 ms for 8 ranges), so what is made for a pattern stays short.
 */
export function valuesOf(value: Value): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: meantFor(value), weight: 6 },
    { arbitrary: fc.constantFrom(...ofEveryKind), weight: 1 },
    { arbitrary: fc.string({ unit: 'grapheme', maxLength: 10 }), weight: 1 },
  );
}

function meantFor(value: Value): fc.Arbitrary<string> {
  if (value.type === 'integer') return integers(value);
  if (value.type === 'boolean') return withBlanks(spelled(booleanWords));
  return strings(value);
}

function integers({ min = 0, max = min + 10 }: IntegerValue): fc.Arbitrary<string> {
  const near = [min - 1, min, min + 1, max - 1, max, max + 1].map(BigInt);
  const amount = fc.oneof(
    fc.constantFrom(...near, 0n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 64n, 10n ** 120n),
    fc.bigInt({ min: -100n, max: 10n ** 9n }),
  );
  return withBlanks(
    fc.tuple(amount, fc.constantFrom(...writings)).map(([number, write]) => write(String(number))),
  );
}

/** Ways to write a number, of which Python takes most. */
const writings: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => `+${number}`,
  (number) => `-${number}`,
  (number) => `00${number}`,
  (number) => `${number}.0`,
  (number) => `0x${number}`,
  (number) => number.replace(/(\d)(?=\d)/g, '$1_'),
  (number) => `_${number}`,
  (number) => `${number}_`,
  (number) => number.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
  (number) => number.replace(/\d/, (digit) => String.fromCodePoint(0x1d7d8 + Number(digit))),
  (number) => number.replace(/\d/, (digit) => String.fromCodePoint(0x1e4f0 + Number(digit))),
  (number) => number.replace('-', '\u2212'),
];

function strings({ pattern, enum: words }: StringValue): fc.Arbitrary<string> {
  if (pattern !== undefined) return madeOf(unitsOf(pattern));
  if (words !== undefined) return spelled(words);
  return fc.string({ unit: 'grapheme', maxLength: 300 });
}

function madeOf(units: readonly string[]): fc.Arbitrary<string> {
  const texts = fc.array(fc.constantFrom(...units), { maxLength: 8 }).map((parts) => parts.join(''));
  return fc.oneof(texts, withBlanks(texts)).map((text) => text.slice(0, 14));
}

/** What the texts that a pattern is about are made of: its words, its signs, and a few for each class in it. */
function unitsOf(pattern: string): readonly string[] {
  const words = pattern.match(/[a-zA-Z]+/g) ?? [];
  const signs = pattern.match(/[^a-zA-Z0-9()?*+\\[\]|]/g) ?? [];
  const digits = pattern.includes('\\d') ? ['0', '1', '1', '9', '42', '٣', '\u{1e4f1}'] : ['0'];
  const spaces = pattern.includes('\\s') ? [' ', '\t', '\u00a0', '\u001c', '\ufeff'] : [];
  return [...words, ...words.join('').split(''), ...signs, ...signs, ...digits, ...spaces];
}

function spelled(words: readonly string[]): fc.Arbitrary<string> {
  const word = fc.constantFrom(...words);
  return fc.oneof(
    { arbitrary: word, weight: 3 },
    { arbitrary: withSlips(word), weight: 2 },
    { arbitrary: word.map((text) => text.toUpperCase()), weight: 1 },
  );
}

function withBlanks(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const blank = fc.constantFrom(...blanks);
  return fc.tuple(blank, texts, blank).map((parts) => parts.join(''));
}

/** Around a text; those of Unicode, and three that look like one. Mostly none. */
const blanks = [
  ['', '', '', '', '', ' ', '\t\n', '\v', '\u0085', '\u00a0', '\u2003'],
  ['\u001c', '\u200b', '\ufeff'],
].flat();

/** Values that are good for one definition or another, or look like it, for those that they are not meant for. */
const ofEveryKind = [
  ['', ' ', '0', '1', '-1', '2', '8', '9', '4.5', 'five', '1e3', '\0', '\ud800', '\u{1e4f1}'],
  ['true', 'no', 'None', 'null', 'required', 'forbidden', 'dedicated', 'isolate', 'large', '2MB'],
  ['0-3,^2', '^0,2-3', 'a1:2, b:1', '=  4', '<in> x'],
  ["it's", '"', '\\d', '{}', '%s', '$&', '$1', '\n', 'é', '١', 'ﬁ', 'İ', 'ſ', 'K'],
].flat();
