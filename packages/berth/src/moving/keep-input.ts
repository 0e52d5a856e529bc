import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Keeps all that comes in a file that only this user can read, so that it can be read again. */
export async function keepInput(
  input: Readable,
  directory = tmpdir(),
): Promise<{ readonly path: string; remove(): void }> {
  const made = mkdtempSync(join(directory, 'berth-input-'));
  const path = join(made, 'input');
  const remove = () => rmSync(made, { recursive: true, force: true });
  try {
    await pipeline(input, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    remove();
    throw new Error(`What was to be read could not be kept in ${made}`, { cause: error });
  }
  return { path, remove };
}
