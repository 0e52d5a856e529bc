import type { Row } from '../measuring/row.ts';
import type { WorldResult } from '../measuring/world-result.ts';
import { figure, percent, times } from './figures.ts';
import { mean } from './mean.ts';
import { markdownTable } from './markdown-table.ts';

const heads = [
  'operation',
  'via',
  'p50 ms',
  'p99 ms',
  'p50 ms ×16',
  'p99 ms ×16',
  'per s ×16',
  'CPU ms',
  'peak MB',
  'items',
  'KB',
  'original p50 ms',
  'per s ×16',
  'ratio',
  'failed',
  'others',
];

/** One world's figures. */
export function worldTable({
  world,
  counts,
  startMs,
  startMb,
  rows,
  bareSqlitePerSecond,
}: WorldResult): string {
  const { providers, consumers, allocations } = counts;
  const size = `${providers.toLocaleString('en')} providers, ${consumers.toLocaleString('en')} consumers, ${allocations.toLocaleString('en')} allocations`;
  const lines = [
    `${size}. First answer ${figure(startMs / 1000)} s after the start, with ${figure(startMb)} MB of memory.`,
    ...(bareSqlitePerSecond === null
      ? []
      : [`Bare SQLite, 128 claims in a transaction: ${figure(bareSqlitePerSecond)} claims/s.`]),
  ];
  const notes = rows.flatMap(notesOf);
  return [
    `### ${world}`,
    '',
    ...lines,
    '',
    markdownTable(heads, rows.map(cellsOf)),
    ...(notes.length > 0 ? ['', ...notes.map((note) => `- ${note}`)] : []),
  ].join('\n');
}

function cellsOf(row: Row): string[] {
  const { alone, loaded, original } = row;
  return [
    row.operation,
    row.via,
    figure(alone?.p50Ms),
    figure(alone?.p99Ms),
    figure(loaded?.p50Ms),
    figure(loaded?.p99Ms),
    figure(loaded?.perSecond),
    figure(row.cpuMs),
    figure(row.peakMb),
    wholeMean(row.items),
    figure(row.bytes === null ? null : row.bytes / 1000),
    figure(original?.p50Ms),
    figure(original?.perSecond),
    times(ratioOf(row)),
    original === null ? `${row.failed}` : `${row.failed}/${original.failed}`,
    percent(row.others),
  ];
}

function ratioOf({ loaded, original }: Row): number | null {
  if (!loaded || !original || original.perSecond === 0) return null;
  return loaded.perSecond / original.perSecond;
}

function notesOf(row: Row): string[] {
  const name = `${row.operation}, ${row.via}`;
  const notes: string[] = [];
  if (row.failures !== '') notes.push(`${name}: ${row.failures}`);
  if (row.original && row.original.failures !== '')
    notes.push(`${row.operation}, original: ${row.original.failures}`);
  if (row.bare !== null) {
    notes.push(
      `Bare node:http with a prepared body as large as that of ${row.operation}: ${figure(row.bare.perSecond)}/s.`,
    );
  }
  notes.push(...differences(row));
  return notes;
}

/** Of the variants that both were asked. */
function differences({ operation, items, original }: Row): string[] {
  if (original === null) return [];
  const asked = Math.min(items.length, original.items.length);
  const [ours, theirs] = [items.slice(0, asked), original.items.slice(0, asked)];
  if (ours.every((count, index) => count === theirs[index])) return [];
  return [
    `${operation}: ${wholeMean(ours)} items on average, ${wholeMean(theirs)} of the original (see docs/differences.md).`,
  ];
}

function wholeMean(numbers: readonly number[]): string {
  const average = mean(numbers);
  return average === null ? '' : Math.round(average).toLocaleString('en');
}
