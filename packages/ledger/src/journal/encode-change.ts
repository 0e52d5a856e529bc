import { UnstorableChange } from './journal-errors.ts';

/** A change as the journal's text. Half a surrogate pair becomes an escape in it, so any string survives. */
export function encodeChange(change: unknown): string {
  const encoded: string | undefined = JSON.stringify(change);
  if (encoded === undefined) throw new UnstorableChange('A change has to be plain data.');
  return encoded;
}
