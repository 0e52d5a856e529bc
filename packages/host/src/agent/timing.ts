import { setTimeout as timer } from 'node:timers/promises';

/** Time and chance, as an agent has them. */
export interface Timing {
  /** In milliseconds, for people. */
  readonly now: () => number;
  /** Ends early, and without a word, when the signal is given. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** At least 0, below 1. */
  readonly random: () => number;
}

export const realTiming: Timing = {
  now: Date.now,
  sleep: async (ms, signal) => {
    try {
      await timer(ms, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
  random: Math.random,
};
