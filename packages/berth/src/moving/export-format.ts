import { programVersion } from '../program-version.ts';

/**
 * An export is lines of JSON: a header, a line for each record (see `PartRecords`), and at the end the counts and the SHA-256 of
 * all bytes before that last line. It says nothing of when or from which ledger it was made, so the same state gives the same bytes.
 */
export const formatName = 'berth-ledger';

/** Counts up with every change after which older programs could not read it, or would read something else. */
export const formatVersion = 1;

export const writtenBy = `berth ${programVersion}`;
