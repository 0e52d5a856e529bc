/**
 * What Python's `int` makes of a text: digits of any script, single underscores between them, a sign, and blanks around; null where it
 * makes nothing of it. Exact, whatever its length.
 */
export function pythonInteger(text: string): bigint | null {
  const match = /^([+-]?)(\p{Nd}+(?:_\p{Nd}+)*)$/u.exec(text.trim());
  if (match === null) return null;
  const [, sign, digits = ''] = match;
  const amount = BigInt(digits.replaceAll('_', '').replaceAll(/[^0-9]/gu, asciiDigit));
  return sign === '-' ? -amount : amount;
}

/** Digits of a script lie together, from 0 to 9, so the nearest zero below is that of the digit's own script. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number; // It is one character.
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** What Python's `float` makes of a text; null where it makes nothing of it. */
export function pythonFloat(text: string): number | null {
  const plain = text.trim();
  return /^[+-]?(\d+(_\d+)*\.?(\d+(_\d+)*)?|\.\d+(_\d+)*)(e[+-]?\d+)?$/i.test(plain)
    ? Number(plain.replaceAll('_', ''))
    : null;
}
