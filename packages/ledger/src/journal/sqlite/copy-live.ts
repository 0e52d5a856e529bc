import { read } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { privateMode } from './make-private.ts';

/** A database in a file that goes on being written, in this thread and no other. */
export interface LiveDatabase {
  /** Its own file, open for reading. */
  readonly file: number;
  readonly pageBytes: number;
  /** Of its own file. */
  bytes(): number;
  /** How much waits in the WAL. Throws when the database is of no use any more. */
  waitingBytes(): number;
  /** Brings what waits in the WAL into the file, and says which pages these were, counted from 1. Nothing else changes the file. */
  settle(): Iterable<number>;
}

/**
 * Copies a database as it is at one moment to a new file, while it goes on being written, and without holding up anybody for
 * longer than a usual checkpoint takes. `onMoment` is told when that moment is.
 *
 * As a running machine is moved: first everything is copied, then the pages that were written meanwhile, and those that were
 * written while these were copied, until so few are left that the file can stand still for them. That is the moment. For example,
 * with pages 1 to 5, of which 2 is written while 4 is copied, and 5 after that: 1 2 3 4 5, then (standing still) 2 5.
 *
 * What is written is known since it comes into the file only through `settle`. A page that was read while it was written may be
 * torn, and is among those that are copied again. If it fails, the new file is left for whoever named it.
 */
export async function copyLive(
  database: LiveDatabase,
  to: string,
  onMoment: () => void,
  onProgress: (bytes: number, of: number) => void = () => {},
): Promise<number> {
  const target = await open(to, 'wx', privateMode);
  try {
    await target.chmod(privateMode);
    const { pageBytes } = database;
    const buffer = Buffer.allocUnsafeSlow(chunkBytes);
    let written = new Set<number>();
    const settle = () => {
      for (const page of database.settle()) written.add(page);
    };
    settle();
    written.clear();
    const wholeBytes = database.bytes();
    for (let at = 0; at < wholeBytes; at += chunkBytes) {
      await copyRange(database.file, target, buffer, at, Math.min(chunkBytes, wholeBytes - at));
      onProgress(Math.min(at + chunkBytes, wholeBytes), wholeBytes);
      if (database.waitingBytes() > settleBytes) settle();
    }
    for (let pass = 1; ; pass++) {
      settle();
      const again = runsOf(written, pageBytes);
      const isLast = written.size * pageBytes <= standStillBytes || pass === passesMax;
      written = new Set();
      if (isLast) onMoment();
      const bytes = database.bytes();
      for (const [at, length] of again) {
        await copyRange(database.file, target, buffer, at, length);
        if (database.waitingBytes() > (isLast ? waitingMaxBytes : settleBytes)) {
          if (isLast) throw new CopyOvertaken();
          settle();
        }
      }
      if (isLast) return bytes;
    }
  } finally {
    await target.close();
  }
}

/** More is written than can be copied. */
export class CopyOvertaken extends Error {}

const chunkBytes = 1 << 20;
/** As much as a checkpoint usually brings over. */
const settleBytes = 4 << 20;
/** Takes some milliseconds, in which a service writes a few hundred kilobytes. */
const standStillBytes = 4 << 20;
const passesMax = 20;
/** What waits at the end is brought over at once, and everybody waits for that. */
const waitingMaxBytes = 256 << 20;

const readFrom = promisify(read);

async function copyRange(
  from: number,
  to: FileHandle,
  buffer: Buffer,
  at: number,
  length: number,
): Promise<void> {
  for (let done = 0; done < length; ) {
    const { bytesRead } = await readFrom(from, buffer, 0, Math.min(buffer.length, length - done), at + done);
    if (bytesRead === 0) throw new Error(`The file ends after ${at + done} bytes`);
    // A disk that is nearly full may take a part of it and say nothing.
    const { bytesWritten } = await to.write(buffer, 0, bytesRead, at + done);
    done += bytesWritten;
  }
}

/** Pages that lie side by side, as one range of bytes. */
function runsOf(pages: ReadonlySet<number>, pageBytes: number): [at: number, length: number][] {
  const runs: [number, number][] = [];
  for (const page of [...pages].sort((a, b) => a - b)) {
    const at = (page - 1) * pageBytes;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === at) last[1] += pageBytes;
    else runs.push([at, pageBytes]);
  }
  return runs;
}
