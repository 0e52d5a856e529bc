import type { Attack } from './attack.ts';
import { feedPages } from './attacks/feed-pages.ts';
import { feedReaders } from './attacks/feed-readers.ts';
import { unlimitedCandidates } from './attacks/unlimited-candidates.ts';

/** All of them, in the order of the table. */
export const attacks: readonly Attack[] = [feedReaders, feedPages, unlimitedCandidates];
