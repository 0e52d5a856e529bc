import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until a server has done what it does by itself after its start. Some seconds later it looks at all that it has loaded, a
 * tenth of the time (`check-served-world.ts`): half a second of the processor for 40,000 things, which would be taken for that of
 * whatever is asked for first.
 */
export async function untilQuiet(spentNs: () => number): Promise<void> {
  await sleep(beginsMs);
  let before = spentNs();
  for (let looks = 0; looks < looksMax; looks++) {
    await sleep(lookMs);
    const now = spentNs();
    if (now - before < quietShare * lookMs * 1e6) return;
    before = now;
  }
  throw new Error(`A server that nobody asks for anything is still busy after ${looksMax} s.`);
}

/** By then it has begun with whatever it begins by itself. */
const beginsMs = 6_000;
const lookMs = 1_000;
const looksMax = 120;
const quietShare = 0.02;
