import { setTimeout as pause } from 'node:timers/promises';
import { PlacementAPIConflict } from './errors.ts';

/** How often something is tried on which others can be faster. */
const attemptsMax = 4;

/** What a pause is made of. */
export interface Pausing {
  readonly pause: (ms: number) => Promise<unknown>;
  /** At least 0, below 1. */
  readonly random: () => number;
}

const usual: Pausing = { pause, random: Math.random };

/** The longest pause after the first conflict; after each further one it is twice as long. */
const firstPauseMs = 100;

/**
 * Begins again where others were faster, each time from what they have left. The last conflict is thrown. Nova begins again at once: then
 * all attempts can fall into one burst of claims, which mostly is over after some tenths of a second.
 */
export async function retryConflicts<Value>(
  attempt: () => Promise<Value>,
  { pause, random }: Pausing = usual,
): Promise<Value> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof PlacementAPIConflict) || count === attemptsMax) throw error;
    }
    await pause(random() * firstPauseMs * 2 ** (count - 1));
  }
}

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
