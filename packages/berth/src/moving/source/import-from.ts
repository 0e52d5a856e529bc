import { existsSync } from 'node:fs';
import { KeystoneUnavailable } from '@berth/api-kit/auth/ask-keystone.ts';
import { JournalMissing } from '@berth/ledger/journal/journal-errors.ts';
import { ledgerName } from '../../config/ledger-place.ts';
import type { Config } from '../../config/settings.ts';
import { storedCloud, cloudProjections } from '../../cloud/stored-cloud.ts';
import { ledgerOf } from '../../opening/ledger.ts';
import { checkRecords, checkRules } from '../check-records.ts';
import { assertBare } from '../compare-with-ledger.ts';
import { importIntoLedger } from '../import-into-ledger.ts';
import { LedgerRecords } from '../ledger-records.ts';
import { NotedAllowances } from '../noted-allowances.ts';
import type { Progress } from '../progress.ts';
import type { RecordSource } from '../record-source.ts';
import { type NovaOptions, novaReading, reportNova } from './nova/import-nova.ts';
import { NovaSource } from './nova/nova-source.ts';
import { PlacementClient } from './placement-client.ts';
import { readRound } from './read-round.ts';
import { SourceFailure } from './source-reader.ts';
import { tokenSource } from './token-source.ts';
import { type Standing, WorkFile } from './work-file.ts';

export interface ImportFromOptions {
  readonly url: string;
  readonly token: string | null;
  readonly concurrency: number;
  /** How often all is read again, after the first time, when something has changed. */
  readonly roundsMax: number;
  readonly isDespiteChanges: boolean;
  readonly allowed: ReadonlySet<string>;
  /** All answers that are being read at one time together. */
  readonly answersMaxBytes: number;
  /** Beside the ledger for null. */
  readonly workFile: string | null;
  /** Nova, where it is read as well. */
  readonly nova?: NovaOptions | null;
  /** Read and check, and leave the ledger alone. */
  readonly isDryRun?: boolean;
  readonly config: Config;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly progress: Progress;
}

/** Read → read again until nothing has changed → into the ledger → compare. Each step goes on where an earlier call was ended. */
export async function importFrom(options: ImportFromOptions): Promise<0 | 1> {
  const { url, config, nova } = options;
  const path = options.workFile ?? ledgerOf(config).workPath;
  const isBegun = existsSync(path);
  if (isBegun) options.complain(`Going on with ${path}.`);
  else await assertEmpty(config);

  const work = WorkFile.open(path, nova ? `${url} with ${nova.url}` : url, Date.now());
  try {
    if (isBegun && work.final === null) await assertEmpty(config);
    const standing = work.final ?? (await readAll(work, options));
    if (standing === 'changing' && !options.isDespiteChanges && work.final === null) return 1;
    await bring(work, standing, options);
    if (!options.isDryRun) work.remove();
    return standing === 'steady' ? 0 : 1;
  } finally {
    work.close();
  }
}

const records = new LedgerRecords(storedCloud.parts);

/** Before hours are spent on reading. */
async function assertEmpty(config: Config): Promise<void> {
  const ledger = ledgerOf(config);
  if (!ledger.mayExist()) return;
  try {
    const journal = await ledger.openReadOnly(cloudProjections);
    try {
      await assertBare(records, journal, ledgerName(config.ledgerPath));
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (!(error instanceof JournalMissing)) throw error;
  }
}

async function readAll(work: WorkFile, options: ImportFromOptions): Promise<Standing> {
  const { url, token, config, concurrency, progress, roundsMax, complain } = options;
  try {
    const tokens = tokenSource(token, config);
    const thingMaxBytes = Math.floor(options.answersMaxBytes / concurrency);
    const listMaxBytes = options.answersMaxBytes;
    const client = await PlacementClient.connect({ url, tokens, listMaxBytes, thingMaxBytes });
    const limits = { tokens, listMaxBytes, thingMaxBytes };
    const besides = options.nova
      ? await novaReading(options.nova, limits, { work, concurrency, progress })
      : async () => {};
    for (let again = 0; ; again++) {
      const { round } = work;
      const { changed, examples } = await readRound(client, work, { concurrency, progress, besides });
      if (round === 1) {
        // Before it is all read again: what breaks a rule now will do so then.
        await checkRules(records, sourceOf(work, options).source);
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

async function bring(work: WorkFile, standing: Standing, options: ImportFromOptions): Promise<void> {
  const { url, config, allowed, progress, print, complain, nova } = options;
  const { source, ofNova } = sourceOf(work, options);
  const noted = new NotedAllowances();
  const onAllowed = (what: string) => noted.note(what);
  const checked = await checkRecords(records, source, { allowed, onAllowed });
  noted.tell(complain);
  const found = `${records.describeCounts(checked.counts)}, as at ${url}${nova ? ` and ${nova.url}` : ''}`;
  const tellReport = () => {
    if (nova && ofNova) reportNova(nova, work, ofNova, { placement: url, imported: checked.counts, print });
  };
  if (options.isDryRun) {
    print(`Nothing was imported. There would be ${found}`);
    tellReport();
    complain(`What was read is kept in ${work.path}: the same command without --dry-run goes on from there.`);
    return;
  }
  work.makeFinal(standing);
  await importIntoLedger(records, source, checked, { config, progress });
  print(`${ledgerName(config.ledgerPath)}: ${found}`);
  tellReport();
}

/** All that was read. */
function sourceOf(
  work: WorkFile,
  { url, nova, allowed }: ImportFromOptions,
): { readonly source: RecordSource; readonly ofNova: NovaSource | null } {
  if (!nova) return { source: work.source(url), ofNova: null };
  const ofNova = new NovaSource(work, allowed);
  return { source: ofNova.source(`${url} with ${nova.url}`), ofNova };
}
