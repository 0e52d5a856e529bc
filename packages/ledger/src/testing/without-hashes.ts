import type { NumberedChange } from '../journal/journal.ts';

/** Changes but for their hashes, which are another each time. */
export function withoutHashes<Change>(
  changes: Iterable<NumberedChange<Change>>,
): Omit<NumberedChange<Change>, 'hash'>[] {
  return Array.from(changes, ({ number, at, change }) => ({ number, at, change }));
}
