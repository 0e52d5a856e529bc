/**
 * How much work it is to compile a pattern, in microseconds at worst, as measured. A pattern alone is bounded (see
 * `pattern.ts`), but a file may have thousands, and what they cost has little to do with their length: each class of Unicode is
 * a table to go through, and a repetition with a number is written out.
 */
export function patternWork(pattern: string): number {
  const isAnyCase = /\(\?[a-zA-Z]*i/.test(pattern);
  let work = 4 * pattern.length;
  for (const [, escape, bracket, low, high] of pattern.matchAll(/\\([^])|(\[)|\{(\d+)(?:,(\d*))?\}/g)) {
    if (escape !== undefined) work += /[wWpP]/.test(escape) ? (isAnyCase ? 220 : 70) : 30;
    else if (bracket !== undefined) work += 25;
    else work += 3 * Math.max(Number(low), Number(high ?? 0));
  }
  return work;
}

/** For all patterns of a file together. It leaves room for a thousand like `\d+(-\d+)?(,\d+(-\d+)?)*`. */
export const mostPatternWork = 300_000;
