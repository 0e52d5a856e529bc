import type { Attack } from './attack.ts';
import { largeWrites } from './attacks/large-writes.ts';

/** All of them, in the order of the table. */
export const attacks: readonly Attack[] = [largeWrites];
