import { renameSync, rmSync } from 'node:fs';
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
  const { file } = options;
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

async function copy(to: string, options: BackUpOptions): Promise<string> {
  const { config, progress } = options;
  if (options.from !== null) {
    await fetchCopy(options.from, to, options);
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
    await fetchCopy(holder, to, options);
    return `${ledgerName(config.ledgerPath)}, from ${holder}`;
  }
}

/** The service makes a copy first and then sends it. */
async function fetchCopy(url: string, to: string, { token, config, progress }: BackUpOptions): Promise<void> {
  const shown = await tokenSource(token, config).get();
  progress.start(`bytes from ${url}`);
  const response = await fetch(`${url.replace(/\/+$/, '')}/berth/v1/backup`, {
    headers: shown === null ? {} : { 'x-auth-token': shown },
    // A redirection would carry the token to wherever it points.
    redirect: 'manual',
  }).catch((error: unknown) => {
    throw new Error(`${url} cannot be asked`, { cause: error });
  });
  if (!response.ok) {
    const text = (await response.text()).slice(0, 1000);
    const hint = response.status === 401 ? ' (give a token as OS_TOKEN)' : '';
    throw new Error(`${url} gave no backup: ${response.status}${hint} ${text}`);
  }
  const total = Number(response.headers.get('x-berth-bytes') ?? Number.NaN);
  if (!Number.isSafeInteger(total))
    throw new Error(`${url} gave something else than a backup: is this a Berth?`);
  progress.start(`bytes from ${url}`, total);
  const file = await open(to, 'wx', privateMode);
  let done = 0;
  try {
    await file.chmod(privateMode);
    for await (const chunk of response.body ?? []) {
      if (done + chunk.length > total) throw new Error(`${url} sent more than it had announced`);
      await file.write(chunk);
      done += chunk.length;
      progress.at(done);
    }
  } finally {
    await file.close();
  }
  if (done !== total) throw new Error(`${url} sent ${done} of ${total} bytes`);
  progress.end(done);
}
