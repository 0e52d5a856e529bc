/** A copy of the ledger in a file of its own, for whoever takes it: it is to be removed then. */
export interface BackupCopy {
  readonly path: string;
  /** The newest change in it. */
  readonly number: number;
  readonly bytes: number;
}
