const firstMs = 250;
const longestMs = 10_000;

/** How long to wait after so many failures in a row: twice as long each time, up to ten seconds, and anywhere in the last half of it, so that hosts do not come back together. */
export function retryWait(failures: number, random: () => number): number {
  const longest = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return longest * (0.5 + 0.5 * random());
}
