import { figure, times } from '../report/figures.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { type OriginalRead, originalReads } from './original-figures.ts';
import type { ReadRow } from './reads.ts';

/** Reads, each beside the original, by its rate and by its processor time; `things`: what there are so many of. */
export function readsTable(
  things: string,
  rows: readonly ReadRow[],
  original: Readonly<Record<string, OriginalRead>> = originalReads,
): string {
  const lines = rows.map((row) => [
    row.name,
    figure(row.things),
    `${row.connections}`,
    `${row.threads}`,
    figure(row.perSecond),
    times(row.perSecond / (original[row.name]?.perSecond ?? Number.NaN)),
    figure(row.p50Ms),
    figure(row.cpuMs),
    times((original[row.name]?.cpuMs ?? Number.NaN) / row.cpuMs),
    figure(row.kilobytes),
  ]);
  return markdownTable(
    ['request', things, 'clients', 'threads', 'a second', 'original', 'p50 ms', 'CPU ms', 'original', 'kB'],
    lines,
  );
}
