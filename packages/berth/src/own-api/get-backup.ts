import { closeSync, openSync, read, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Answer, Endpoint } from '@berth/api-kit/endpoint.ts';
import { conflict, HttpError } from '@berth/api-kit/http-error.ts';
import type { AwaitedBody } from '@berth/api-kit/response.ts';
import type { BackupCopy } from '../backup/backup-copy.ts';
import type { OwnApp } from './own-app.ts';

/**
 * The whole ledger as it is now, as a file: a copy is made beside it, which takes a moment and holds nobody up, and sent. One at
 * a time, since each takes as much room as the ledger.
 */
export const getBackup: Endpoint<OwnApp> = {
  route: 'GET /berth/v1/backup',
  policy: 'berth:backup',
  run: async ({ app }): Promise<Answer> => {
    const { makeBackup } = app;
    if (makeBackup === null) {
      throw conflict('The ledger is not in a file. One in PostgreSQL is backed up with pg_dump.');
    }
    if (underWay.has(app)) throw anotherUnderWay;
    underWay.add(app);
    const end = () => void underWay.delete(app);
    try {
      const copy = await makeBackup();
      return {
        status: 200,
        body: sent(copy, end),
        contentType: 'application/vnd.sqlite3',
        headers: {
          'cache-control': 'no-store',
          // What has a length is waited for by a server that closes, and never looks whole when it is not.
          'content-length': `${copy.bytes}`,
          'content-disposition': `attachment; filename="berth-${copy.number}.db"`,
          'x-berth-change': `${copy.number}`,
          'x-berth-bytes': `${copy.bytes}`,
        },
      };
    } catch (error) {
      end();
      throw error;
    }
  },
};

/** Those that make or send one, each in its own thread. */
const underWay = new WeakSet<OwnApp>();

const anotherUnderWay = new HttpError(503, 'Another backup is being made or sent.', {
  headers: { 'retry-after': '10' },
});

function sent({ path, bytes }: BackupCopy, onEnd: () => void): AwaitedBody {
  const end = (): void => {
    clearTimeout(timer);
    onEnd();
    rmSync(path, { force: true });
  };
  // A client that is gone before anything is sent never asks for the first byte.
  const timer = setTimeout(end, unaskedMs).unref();
  return async function* (unwanted) {
    clearTimeout(timer);
    let file: number | null = null;
    try {
      file = openSync(path, 'r');
      // From here on it is gone with this process, however that ends.
      rmSync(path, { force: true });
      for (let at = 0; at < bytes && !unwanted.aborted; ) {
        const { buffer, bytesRead } = await readFrom(file, Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
        if (bytesRead === 0) throw new Error('The copy of the ledger was cut off.');
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      if (file !== null) closeSync(file);
      end();
    }
  };
}

const readFrom = promisify(read);
const chunkBytes = 256 * 1024;
const unaskedMs = 60_000;
