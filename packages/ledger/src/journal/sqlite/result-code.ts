/** SQLite's primary result codes, as far as we tell them apart: https://sqlite.org/rescode.html */
export const resultCode = {
  error: 1,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  range: 25,
  notADatabase: 26,
} as const;

/**
 * Whether the file system did not take a write. SQLite has a code of its own for a disk that is full, and another for all
 * else: a quota (EDQUOT), a file system that has become read-only (EROFS) or too large a file (EFBIG).
 */
export function isNotTaken(error: unknown): boolean {
  return resultCodeOf(error) === resultCode.full || isWriteError(error);
}

/** SQLITE_IOERR_WRITE; the primary code is also that of a failing fsync, after which nobody knows. */
export function isWriteError(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === (resultCode.ioError | (3 << 8));
}

/** The primary code of an error thrown by node:sqlite; null if it is something else. */
export function resultCodeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null;
}
