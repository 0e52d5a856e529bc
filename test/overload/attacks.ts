import type { Attack } from './attack.ts';

/** All of them, in the order of the table. */
export const attacks: readonly Attack[] = [];
