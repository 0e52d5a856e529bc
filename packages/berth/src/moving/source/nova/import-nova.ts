import { writeFileSync, renameSync } from 'node:fs';
import type { RecordCounts } from '../../part-records.ts';
import type { Progress } from '../../progress.ts';
import type { WorkFile } from '../work-file.ts';
import { NovaClient, type NovaClientOptions } from './nova-client.ts';
import { novaReport, reportLines } from './nova-report.ts';
import type { NovaSource } from './nova-source.ts';
import { readNova } from './read-nova.ts';

/** What is asked of an import besides Placement. */
export interface NovaOptions {
  readonly url: string;
  /** For how long servers that were deleted are taken along. 0: not at all. */
  readonly deletedDays: number;
  readonly hasActions: boolean;
  /** Where the report goes as JSON; null: it is only printed. */
  readonly reportFile: string | null;
}

/** Makes the function that reads Nova once, in each round. */
export async function novaReading(
  options: NovaOptions,
  connection: Pick<NovaClientOptions, 'tokens' | 'listMaxBytes' | 'thingMaxBytes'>,
  { work, concurrency, progress }: { work: WorkFile; concurrency: number; progress: Progress },
): Promise<() => Promise<void>> {
  const client = await NovaClient.connect({ url: options.url, ...connection });
  work.keep('nova_version', client.version);
  const { deletedDays, hasActions } = options;
  const deletedSince = deletedDays === 0 ? null : work.startedAt - deletedDays * 86_400_000;
  return () => readNova(client, work, { concurrency, progress, deletedSince, hasActions });
}

/** Tells what has come along and what has not. */
export function reportNova(
  { url, reportFile }: NovaOptions,
  work: WorkFile,
  source: NovaSource,
  {
    placement,
    imported,
    print,
  }: { placement: string; imported: RecordCounts; print: (text: string) => void },
): void {
  const version = work.kept('nova_version') ?? '';
  const report = novaReport(work, source, { compute: url, placement, version, imported });
  for (const line of reportLines(report)) print(line);
  if (reportFile === null) return;
  const unfinished = `${reportFile}.unfinished`;
  writeFileSync(unfinished, `${JSON.stringify(report, null, 2)}\n`);
  renameSync(unfinished, reportFile);
}
