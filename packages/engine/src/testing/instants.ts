import type { Instant } from '../ids.ts';

/** When everything in a given world was made. */
export const longAgo: Instant = 1_000;

/** When the commands of a test are given. */
export const now: Instant = 2_000;
