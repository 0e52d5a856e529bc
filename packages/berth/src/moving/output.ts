import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { privateMode } from '@berth/ledger/journal/sqlite/make-private.ts';

/** Somewhere a long text is written to, portion by portion. */
export interface Output {
  write(text: string): Promise<void>;
  /** All is written, and lasts. */
  finish(): Promise<void>;
  /** It will not be finished; nothing is left of it where that is possible. */
  abandon(): Promise<void>;
}

/** Standard output for null. */
export async function openOutput(path: string | null): Promise<Output> {
  if (path === null) return streamOutput(process.stdout, false);
  return isReplaceable(path) ? await fileOutput(path) : streamOutput(createWriteStream(path));
}

/** A pipe or a device is written to; a file is replaced. */
function isReplaceable(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || found.isFile();
}

/** Beside its place first: whoever finds the file finds it whole, and one that is there stays until then. */
async function fileOutput(path: string): Promise<Output> {
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  const file = await open(partial, 'wx', privateMode);
  await file.chmod(privateMode);
  return {
    write: async (text) => {
      await file.writeFile(text);
    },
    finish: async () => {
      await file.sync();
      await file.close();
      renameSync(partial, path);
    },
    abandon: async () => {
      await file.close();
      rmSync(partial, { force: true });
    },
  };
}

function streamOutput(stream: Writable, ownsIt = true): Output {
  // Whoever writes is told.
  stream.on('error', () => {});
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    finish: async () => {
      if (ownsIt) await new Promise<void>((resolve) => stream.end(resolve));
    },
    abandon: async () => {
      if (ownsIt) stream.destroy();
    },
  };
}
