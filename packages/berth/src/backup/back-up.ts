import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { JournalLocked } from '@berth/ledger/journal/journal-errors.ts';
import { makeDurable } from '@berth/ledger/journal/sqlite/make-durable.ts';
import { privateMode } from '@berth/ledger/journal/sqlite/make-private.ts';
import { copyClosedLedger, inspectLedgerFile } from '@berth/ledger/journal/sqlite-ledger-file.ts';
import { ledgerName } from '../config/ledger-place.ts';
import type { Config } from '../config/settings.ts';
import { tokenSource } from '../moving/source/token-source.ts';
import type { Progress } from '../moving/progress.ts';
import { holderOf } from '../serving/ask-holder.ts';
import { getFromService, shortText } from '../serving/get-from-service.ts';

export interface BackUpOptions {
  readonly file: string;
  /** Where a service is to be asked; null: whoever has the ledger, or nobody. */
  readonly from: string | null;
  readonly token: string | null;
  readonly config: Config;
  readonly progress: Progress;
}

export interface BackedUp {
  readonly number: number;
  readonly bytes: number;
  /** What was copied, for people. */
  readonly from: string;
}

/** Copies beside the file's place, looks through what was copied, and puts it into its place. */
export async function backUp(options: BackUpOptions): Promise<BackedUp> {
  const { file, config } = options;
  const { ledgerPath } = config;
  refuseLedger(file, ledgerPath.isPostgres ? null : ledgerPath.path);
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  try {
    const from = await copy(partial, options);
    options.progress.start('looking through it');
    const { lastNumber, bytes } = inspectLedgerFile(partial);
    options.progress.end(bytes);
    makeDurable(partial);
    renameSync(partial, file);
    makeDurable(dirname(file));
    return { number: lastNumber, bytes, from };
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** A backup would be put in the place of what is there, which another process may have open. */
function refuseLedger(file: string, ledger: string | null): void {
  const isOfSettings =
    ledger !== null && existsSync(file) && existsSync(ledger) && realpathSync(file) === realpathSync(ledger);
  const beside = ['-wal', '-serving'].map((ending) => `${file}${ending}`).find((path) => existsSync(path));
  if (isOfSettings) throw new Error(`${file} is the ledger itself: a backup does not go there.`);
  if (beside !== undefined)
    throw new Error(`${file} seems to be a ledger, since ${beside} is there: a backup does not go there.`);
}

async function copy(to: string, options: BackUpOptions): Promise<string> {
  const { config, progress } = options;
  if (options.from !== null) {
    await fetchCopy(options.from, to, options, false);
    return options.from;
  }
  try {
    progress.start('pages copied');
    const pages = await copyClosedLedger(config.ledgerPath.path, to, (done) => progress.at(done));
    progress.end(pages);
    return ledgerName(config.ledgerPath);
  } catch (error) {
    if (!(error instanceof JournalLocked)) throw error;
    const holder = holderOf(config, error);
    if (holder === null) {
      throw new Error(
        'The process that has the ledger has not said where it serves, if it does: it cannot be asked for a copy.',
        { cause: error },
      );
    }
    await fetchCopy(holder, to, options, true);
    return `${ledgerName(config.ledgerPath)}, from ${holder}`;
  }
}

/** The service makes a copy first and then sends it. It says nothing while it makes one. */
async function fetchCopy(
  url: string,
  to: string,
  { token, config, progress }: BackUpOptions,
  isOnThisMachine: boolean,
): Promise<void> {
  const shown = await tokenSource(token, config).get();
  progress.start(`bytes from ${url}`);
  const response = await getFromService(`${url.replace(/\/+$/, '')}/berth/v1/backup`, {
    headers: shown === null ? {} : { 'x-auth-token': shown },
    silenceMs,
    isOnThisMachine,
  }).catch((error: unknown) => {
    throw new Error(`${url} cannot be asked`, { cause: error });
  });
  const { statusCode, headers } = response;
  if (statusCode !== 200) {
    const text = await shortText(response, 1000);
    const hint = statusCode === 401 ? ' (give a token as OS_TOKEN)' : '';
    throw new Error(`${url} gave no backup: ${statusCode}${hint} ${text}`);
  }
  const total = Number(headers['x-berth-bytes'] ?? Number.NaN);
  if (!Number.isSafeInteger(total)) {
    response.destroy();
    throw new Error(`${url} gave something else than a backup: is this a Berth?`);
  }
  progress.start(`bytes from ${url}`, total);
  const file = await open(to, 'wx', privateMode);
  let done = 0;
  try {
    await file.chmod(privateMode);
    for await (const data of response) {
      const chunk = data as Buffer; // No encoding is set.
      if (done + chunk.length > total) throw new Error(`${url} sent more than it had announced`);
      // All of it, where a disk that is nearly full takes a part.
      await file.appendFile(chunk);
      done += chunk.length;
      progress.at(done);
    }
  } finally {
    await file.close();
  }
  if (done !== total) throw new Error(`${url} sent ${done} of ${total} bytes`);
  progress.end(done);
}

const silenceMs = 600_000;
