import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Why a file cannot be read, for the one who named it. */
export class FileError extends Error {
  override readonly name = 'FileError';

  /** What the system says, in our words. What it did not say is thrown again. */
  static from(error: unknown): FileError {
    if (error instanceof FileError) return error;
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    const code = 'code' in error ? String(error.code) : '';
    return new FileError(reasons[code] ?? `cannot be read: ${error.message}`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string | undefined>> = {
  ENOENT: 'there is no such file or directory',
  ENOTDIR: 'there is no such file or directory',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
  EISDIR: 'is a directory',
  ELOOP: 'cannot be read: symbolic links lead in a circle',
};

/** The content of a file that is not larger than allowed; never waits for one that somebody else has to write first. */
export function readBytes(path: string, most: number): Uint8Array {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new FileError('is not a file');
    // One more than allowed, since it may grow meanwhile.
    const bytes = new Uint8Array(most + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length <= most; length += count) {
      count = readSync(file, bytes, length, bytes.length - length, null);
    }
    if (length > most) throw new FileError(`the file is too large: ${most} bytes are allowed`);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
