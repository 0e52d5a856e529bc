/**
 * What Python's `int` makes of a text: digits of any script, single underscores between them, a sign, and blanks around; null where it
 * makes nothing of it. Exact, up to as many digits as Python reads: to read more takes longer than anybody may be kept waiting.
 */
export function pythonInteger(text: string): bigint | null {
  const match = /^([+-]?)(\p{Nd}+(?:_\p{Nd}+)*)$/u.exec(text.trim());
  if (match === null) return null;
  const [, sign, digits = ''] = match;
  const plain = digits.replaceAll('_', '');
  if (plain.length > longestInteger) return null;
  const amount = BigInt(plain.replaceAll(/[^0-9]/gu, asciiDigit));
  return sign === '-' ? -amount : amount;
}

/** In digits; those of some scripts count twice. */
const longestInteger = 4_300;

/** Digits lie together in tens, from 0 to 9; of some scripts there are several tens in a row. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number; // It is one character.
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** What Python's `float` makes of a text; null where it makes nothing of it. */
export function pythonFloat(text: string): number | null {
  const plain = text.trim();
  return /^[+-]?(\d+(_\d+)*(\.(\d+(_\d+)*)?)?|\.\d+(_\d+)*)(e[+-]?\d+)?$/i.test(plain)
    ? Number(plain.replaceAll('_', ''))
    : null;
}
