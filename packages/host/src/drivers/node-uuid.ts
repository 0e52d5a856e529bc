import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUuid } from '@berth/client/is-uuid.ts';
import { quote } from '@berth/client/quote.ts';
import { writeOnce } from '../write-once.ts';

/** As Nova calls the file that it keeps for the same purpose: one that is there can be taken along. */
const fileName = 'compute_id';

/**
 * The uuid of this host's node. It is made once and kept in a file, since with another uuid the host would be another one, and all
 * that its guests hold would be on a provider that nobody looks after.
 */
export function nodeUuid(stateDirectory: string): string {
  const kept = keptNodeUuid(stateDirectory);
  if (kept !== null) return kept;
  const file = join(stateDirectory, fileName);
  mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
  writeOnce(file, `${randomUUID()}\n`);
  // Where two processes began at the same time, the file is the first one's.
  const written = readUuid(file);
  if (written === null) throw new Error(`${file}: was written, and is gone`);
  return written;
}

/** The same, but none is made: null where there is none. */
export function keptNodeUuid(stateDirectory: string): string | null {
  return readUuid(join(stateDirectory, fileName));
}

function readUuid(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${file}: cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (isUuid(text.toLowerCase())) return text.toLowerCase();
  throw new Error(
    `${file}: ${quote(text)} is no uuid. Put back the uuid of this host's provider; with another one the host would be a new one`,
  );
}
