import { figure, times } from '../report/figures.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { originalPerSecond } from './original-figures.ts';
import type { ReadRow } from './reads.ts';

/** Reads, each beside the original; `things`: what there are so many of. */
export function readsTable(things: string, rows: readonly ReadRow[]): string {
  const lines = rows.map((row) => [
    row.name,
    figure(row.things),
    `${row.connections}`,
    figure(row.perSecond),
    times(row.perSecond / (originalPerSecond[row.name] ?? Number.NaN)),
    figure(row.p50Ms),
    figure(row.cpuMs),
    figure(row.kilobytes),
  ]);
  return markdownTable(
    ['request', things, 'clients', 'a second', 'original', 'p50 ms', 'CPU ms', 'kB'],
    lines,
  );
}
