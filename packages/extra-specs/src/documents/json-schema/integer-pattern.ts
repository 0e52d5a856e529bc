import { blanksAroundNumbers } from '../../python/python-blanks.ts';

/**
 * The texts that are read as a whole number between two limits, as a pattern: with blanks around it, a sign, zeros in front and
 * underscores between digits, as the original allows. It is about the digits 0 to 9; the original takes those of all scripts.
 */
export function integerPattern(min: bigint | null, max: bigint | null): string {
  const positive =
    max !== null && max < 0n ? [] : [`\\+?${amounts(min !== null && min > 0n ? min : 0n, max)}`];
  // Zero may be written with a minus.
  const negative =
    min !== null && min > 0n
      ? []
      : [`-${amounts(max !== null && max < 0n ? -max : 0n, min === null ? null : -min)}`];
  return `^[${blanksAroundNumbers}]*(?:${[...positive, ...negative].join('|')})[${blanksAroundNumbers}]*$`;
}

/** Numbers without a sign. Longer ones are larger, so each length has a range of its own. */
function amounts(least: bigint, most: bigint | null): string {
  const shortest = `${least}`.length;
  const longest = most === null ? shortest : `${most}`.length;
  const lengths = Array.from({ length: longest - shortest + 1 }, (_, index) => shortest + index);
  const ranges = lengths.map((length) => {
    const low = length === shortest ? `${least}` : `1${'0'.repeat(length - 1)}`;
    const high = length === longest && most !== null ? `${most}` : '9'.repeat(length);
    return sameLength(low, high);
  });
  const larger = most === null ? [`[1-9]${anyDigits(`${shortest},`)}`] : [];
  return `(?:0_?)*(?:${[...ranges, ...larger].join('|')})`;
}

/** Numbers between two of the same length: those that begin as the first, those between, and those that begin as the last. */
function sameLength(low: string, high: string): string {
  const [first, ...lowRest] = low;
  const [last, ...highRest] = high;
  const rest = lowRest.length;
  if (rest === 0) return digits(Number(first), Number(last));
  if (first === last) return `${first}_?(?:${sameLength(lowRest.join(''), highRest.join(''))})`;
  const isWholeLow = lowRest.every((digit) => digit === '0');
  const isWholeHigh = highRest.every((digit) => digit === '9');
  const from = Number(first) + (isWholeLow ? 0 : 1);
  const to = Number(last) - (isWholeHigh ? 0 : 1);
  return [
    ...(isWholeLow ? [] : [`${first}_?(?:${sameLength(lowRest.join(''), '9'.repeat(rest))})`]),
    ...(from > to ? [] : [`${digits(from, to)}${anyDigits(`${rest}`)}`]),
    ...(isWholeHigh ? [] : [`${last}_?(?:${sameLength('0'.repeat(rest), highRest.join(''))})`]),
  ].join('|');
}

function digits(from: number, to: number): string {
  return from === to ? `${from}` : `[${from}-${to}]`;
}

function anyDigits(count: string): string {
  return `(?:_?[0-9]){${count}}`;
}
