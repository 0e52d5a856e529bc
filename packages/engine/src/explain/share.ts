/** Somebody who asks for so much and can have from `least` to `most`, in steps. */
export interface Sharer {
  readonly asked: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Shares an amount, so that all come as close as can be to what they asked for: the sum of the squares of what they lack,
 * as parts of it, is the smallest. So nobody is left with next to nothing if others can do with a little less.
 *
 * All get the least, which must be there. Then whoever gains the most by it has the next step, until nothing is left.
 * Gains become smaller with every step; so, instead of going step by step, it is found out down to which gain steps can be
 * granted to all, and what is left then is granted one by one. With 8 for those who asked for 12 and 10: 4 and 4.
 */
export function share(amount: number, sharers: readonly Sharer[], step: number): number[] {
  const stepsLeft = Math.floor((amount - sharers.reduce((sum, { least }) => sum + least, 0)) / step);
  const steps = grantedAtOnce(stepsLeft, sharers, step);
  let left = stepsLeft - steps.reduce((sum, count) => sum + count, 0);
  while (left > 0) {
    const next = indexOfGreatest(
      sharers.map((sharer, index) => gainOf(sharer, steps[index] as number, step)),
    );
    if (next === null) break;
    steps[next] = (steps[next] as number) + 1;
    left--;
  }
  return sharers.map(({ least }, index) => least + (steps[index] as number) * step);
}

function grantedAtOnce(stepsLeft: number, sharers: readonly Sharer[], step: number): number[] {
  // Too much is granted at `low`, unless nothing is short; never at `high`.
  let low = 0;
  let high = Math.max(...sharers.map((sharer) => gainOf(sharer, 0, step)), 0) * 2 + 1;
  const grantedFor = (gain: number) => sharers.map((sharer) => stepsWith(gain, sharer, step));
  const isTooMuch = (steps: readonly number[]) => steps.reduce((sum, count) => sum + count, 0) > stepsLeft;
  if (!isTooMuch(grantedFor(low))) return grantedFor(low);
  for (let round = 0; round < 100; round++) {
    const middle = (low + high) / 2;
    if (isTooMuch(grantedFor(middle))) low = middle;
    else high = middle;
  }
  return grantedFor(high);
}

/** What one step more is worth to somebody who has so many; nothing is worth anything to who has all that he can have. */
function gainOf({ asked, least, most }: Sharer, steps: number, step: number): number {
  const has = least + steps * step;
  if (has + step > most) return -Infinity;
  return (2 * (asked - has) - step) / asked ** 2;
}

/** How many steps are worth at least so much each. */
function stepsWith(gain: number, { asked, least, most }: Sharer, step: number): number {
  const all = Math.floor((most - least) / step);
  const worthwhile = Math.floor((2 * (asked - least) - step - gain * asked ** 2) / (2 * step)) + 1;
  return Math.max(0, Math.min(all, worthwhile));
}

function indexOfGreatest(gains: readonly number[]): number | null {
  const greatest = Math.max(...gains);
  return greatest === -Infinity ? null : gains.indexOf(greatest);
}
