import { type Circumstance, circumstance } from '../compute/circumstance.ts';
import { readsTable } from '../compute/reads-table.ts';
import type { OriginalRead } from '../compute/original-figures.ts';
import type { ReadRow } from '../compute/reads.ts';
import { figure, percent, times } from '../report/figures.ts';
import { markdownTable } from '../report/markdown-table.ts';
import type { MovesRow } from './measure-moves.ts';
import { originalMigrations } from './measure-original-reads.ts';

export function movesSection(
  rows: readonly MovesRow[],
  original: readonly MovesRow[] | null,
  taken: Circumstance,
): string {
  const heads = [
    '',
    'hosts',
    'clients',
    'moves',
    'a second',
    'original',
    'p50 ms',
    'p99 ms',
    'CPU ms a move',
    'others had',
  ];
  const best = (kind: string) =>
    Math.max(...(original ?? []).filter((row) => row.kind === kind).map(({ perSecond }) => perSecond));
  const line = (row: MovesRow, who: string, beside: number | null) => [
    `${row.kind}${who}`,
    figure(row.hosts),
    `${row.connections}`,
    `${row.took?.count ?? 0}${row.failed.length === 0 ? '' : `, ${row.failed.length} failed`}`,
    figure(row.perSecond),
    times(beside),
    figure(row.took?.p50Ms),
    figure(row.took?.p99Ms),
    figure(row.cpuMsPerMove),
    percent(row.othersShare),
  ];
  return `## Moves

${circumstance(taken)}
Each client has a server of its own that it moves again and again: a cold migration is over when it was confirmed and the server is ACTIVE, a live one when it is
ACTIVE on another host. Hosts are \`--fake-hosts\`, whose agents are in the process of the service; the ledger is SQLite on disk, and each step of a move is durable before
anybody is told. ${original === null ? 'The original was not measured in this run.' : 'The original has as many hosts, in one process on databases in memory, in this run; beside ours, how many times its best rate ours is.'}

${markdownTable(heads, [
  ...rows.map((row) => line(row, '', original === null ? null : row.perSecond / best(row.kind))),
  ...(original ?? []).map((row) => line(row, ', original', null)),
])}
`;
}

export function migrationReadsSection(
  rows: readonly ReadRow[],
  original: Readonly<Record<string, OriginalRead>> | null,
  taken: Circumstance,
): string {
  const told = original
    ? `measured in this run, with ${figure(originalMigrations)} migrations, the better of 8 and 32 connections: ${Object.entries(
        original,
      )
        .map(([name, { perSecond, cpuMs }]) => `${name} ${figure(perSecond)}/s, ${figure(cpuMs)} ms`)
        .join('; ')})`
    : '8 connections, measured with the\nsame requests on a machine of this size; the best that it had)';
  return `## Reads of migrations

${circumstance(taken)}
Over HTTP, by an administrator, at 2.66. Beside the rate, how many times that of the original it is, and beside the processor time, how many times as much the original takes (nova-api under uWSGI with two processes on MariaDB, ${told}.

${readsTable('migrations', rows, original ?? undefined)}
`;
}
