import { existsSync } from 'node:fs';
import { KeystoneUnavailable } from '@berth/api-kit/auth/ask-keystone.ts';
import { JournalMissing } from '@berth/ledger/journal/journal-errors.ts';
import { isPostgresUrl, ledgerName } from '../../config/ledger-place.ts';
import type { Config } from '../../config/settings.ts';
import { openLedgerReadOnly } from '../../open-ledger.ts';
import { placementProjection } from '../../rows/projection.ts';
import { type Allowance, checkRecords, checkRules } from '../check-records.ts';
import { assertBare } from '../compare-with-ledger.ts';
import { describeCounts } from '../export-format.ts';
import { importRecords } from '../import-records.ts';
import { NotedAllowances } from '../noted-allowances.ts';
import { openJournal } from '../open-journal.ts';
import type { Progress } from '../progress.ts';
import { PlacementClient, SourceFailure } from './placement-client.ts';
import { readRound } from './read-round.ts';
import { tokenSource } from './token-source.ts';
import { type Standing, WorkFile } from './work-file.ts';

export interface ImportFromOptions {
  readonly url: string;
  readonly token: string | null;
  readonly concurrency: number;
  /** How often all is read again, after the first time, when something has changed. */
  readonly roundsMax: number;
  readonly isDespiteChanges: boolean;
  readonly allowed: ReadonlySet<Allowance>;
  /** All answers that are being read at one time together. */
  readonly answersMaxBytes: number;
  /** Beside the ledger for null. */
  readonly workFile: string | null;
  readonly config: Config;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly progress: Progress;
}

/** Read → read again until nothing has changed → into the ledger → compare. Each step goes on where an earlier call was ended. */
export async function importFrom(options: ImportFromOptions): Promise<0 | 1> {
  const { url, config } = options;
  const path = options.workFile ?? workFileOf(config);
  const isBegun = existsSync(path);
  if (isBegun) options.complain(`Going on with ${path}.`);
  else await assertEmpty(config);

  const work = WorkFile.open(path, url, Date.now());
  try {
    if (isBegun && work.final === null) await assertEmpty(config);
    const standing = work.final ?? (await readAll(work, options));
    if (standing === 'changing' && !options.isDespiteChanges && work.final === null) return 1;
    await bring(work, standing, options);
    work.remove();
    return standing === 'steady' ? 0 : 1;
  } finally {
    work.close();
  }
}

function workFileOf({ ledgerPath, ledgerSchema }: Config): string {
  return isPostgresUrl(ledgerPath) ? `./${ledgerSchema}.importing` : `${ledgerPath.path}.importing`;
}

/** Before hours are spent on reading. */
async function assertEmpty(config: Config): Promise<void> {
  if (!isPostgresUrl(config.ledgerPath) && !existsSync(config.ledgerPath.path)) return;
  try {
    const ledger = await openLedgerReadOnly(config, [placementProjection]);
    try {
      await assertBare(ledger, ledgerName(config.ledgerPath));
    } finally {
      await ledger.close();
    }
  } catch (error) {
    if (!(error instanceof JournalMissing)) throw error;
  }
}

async function readAll(work: WorkFile, options: ImportFromOptions): Promise<Standing> {
  const { url, token, config, concurrency, progress, roundsMax, complain } = options;
  try {
    const client = await PlacementClient.connect({
      url,
      tokens: tokenSource(token, config),
      listMaxBytes: options.answersMaxBytes,
      thingMaxBytes: Math.floor(options.answersMaxBytes / concurrency),
    });
    for (let again = 0; ; again++) {
      const { round } = work;
      const { changed, examples } = await readRound(client, work, { concurrency, progress });
      if (round === 1) {
        // Before it is all read again: what breaks a rule now will do so then.
        await checkRules(work.source(url));
        continue;
      }
      if (changed === 0) return 'steady';
      complain(
        `Since it was read before, ${changed === 1 ? 'one thing has' : `${changed} things have`} changed:`,
      );
      for (const example of examples) complain(`  ${example}`);
      if (changed > examples.length) complain(`  and ${changed - examples.length} more`);
      if (again < roundsMax) continue;
      complain(
        options.isDespiteChanges
          ? `${url} did not hold still; importing what was read last.`
          : `${url} does not hold still: nothing was imported. Stop those who write there and call this again, which goes on from here; ` +
              'or import what was read last, with --despite-changes.',
      );
      return 'changing';
    }
  } catch (error) {
    if (!(error instanceof SourceFailure || error instanceof KeystoneUnavailable)) throw error;
    throw new Error(
      `Reading did not come to its end. What was read is kept in ${work.path}, and the same command goes on.`,
      {
        cause: error,
      },
    );
  }
}

async function bring(
  work: WorkFile,
  standing: Standing,
  { url, config, allowed, progress, print, complain }: ImportFromOptions,
): Promise<void> {
  const source = work.source(url);
  const name = ledgerName(config.ledgerPath);
  const noted = new NotedAllowances();
  const counts = await checkRecords(source, { allowed, onAllowed: (what) => noted.note(what) });
  noted.tell(complain);
  work.makeFinal(standing);
  const total = work.count('class') + work.count('trait') + work.count('provider') + work.count('consumer');
  const journal = await openJournal(config);
  try {
    progress.start('records imported', total);
    await importRecords(source, journal, {
      counts,
      ledgerName: name,
      now: Date.now,
      onProgress: (records) => progress.at(records),
    });
    progress.end(total);
  } finally {
    await journal.close();
  }
  print(`${name}: ${describeCounts(counts)}, as at ${url}`);
}
