import { setTimeout as pause } from 'node:timers/promises';
import { PlacementAPIConflict } from './errors.ts';

/** How often something is tried on which others can be faster. */
const attemptsMax = 4;

/** Begins again, at once, where others were faster: each time from what they have left. The last conflict is thrown. */
export async function retryConflicts<Value>(attempt: () => Promise<Value>): Promise<Value> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof PlacementAPIConflict) || count === attemptsMax) throw error;
    }
  }
}

/** What a pause is made of. */
export interface Pausing {
  readonly pause: (ms: number) => Promise<unknown>;
  /** At least 0, below 1. */
  readonly random: () => number;
}

const usual: Pausing = { pause, random: Math.random };

/**
 * Tries until it is decided: an attempt that says null has lost a race inside of Placement, in which whoever waits for another while is
 * likelier to win. Null when all of them have.
 */
export async function retryRaces<Value>(
  attempt: () => Promise<Value | null>,
  { pause, random }: Pausing = usual,
): Promise<Value | null> {
  for (let count = 0; count < attemptsMax; count += 1) {
    if (count > 0) await pause(random() * count * 2000);
    const result = await attempt();
    if (result !== null) return result;
  }
  return null;
}
