import { type Circumstance, circumstance } from './circumstance.ts';
import { figure, percent, times } from '../report/figures.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { originalBootsPerSecond } from './original-figures.ts';
import { readsTable } from './reads-table.ts';
import type { BootsRow } from './boots.ts';
import type { ReadRow } from './reads.ts';
import type { OriginalFigures } from './measure-original.ts';

export function bootsSection(
  rows: readonly BootsRow[],
  taken: Circumstance,
  original: OriginalFigures | null,
): string {
  const heads = [
    'hosts',
    'clients',
    'servers',
    'ACTIVE/s',
    'original',
    'POST p50 ms',
    'to ACTIVE p50 ms',
    'p99 ms',
    'CPU ms a server',
    'MB',
    'others had',
  ];
  const base = original?.bootsPerSecond ?? originalBootsPerSecond;
  const lines = rows.map((row) => [
    figure(row.hosts),
    `${row.connections}`,
    `${row.servers}${row.failed.length === 0 ? '' : `, ${row.failed.length} failed`}`,
    figure(row.perSecond),
    times(row.perSecond / base),
    figure(row.postP50Ms),
    figure(row.activeP50Ms),
    figure(row.activeP99Ms),
    figure(row.cpuMsPerServer),
    figure(row.residentMb),
    percent(row.othersShare),
  ]);
  return `## POST to ACTIVE

${circumstance(taken)}
Each client makes a server, asks for it every 10 ms until it is ACTIVE, and makes the next. Hosts are \`--fake-hosts\`, whose agents are in the process of the
service; the ledger is SQLite on disk, and each of the three commits of a boot (made, begun, done) is durable before anybody is told. The original makes
${figure(base)} a second on 1,000 hosts (${original === null ? 'measured on a machine of this size' : 'in this run'}).

${markdownTable(heads, lines)}
${original === null ? '' : `\nWhat the original's own tool said of it, in this run:\n\n${original.lines.join('\n')}\n`}`;
}

export interface Ledger {
  readonly servers: number;
  readonly live: number;
  readonly startMs: number;
  readonly residentMb: number;
}

export function readsSection(
  ledgers: readonly Ledger[],
  rows: readonly ReadRow[],
  taken: Circumstance,
): string {
  const startLines = ledgers.map(({ servers, live, startMs, residentMb }) => [
    figure(servers),
    figure(live),
    figure(startMs / 1_000),
    figure(residentMb),
  ]);
  return `## Reads

${circumstance(taken)}
Over HTTP, by an administrator who lists all projects, at 2.66. Servers have a flavor with four extra specs, a key, metadata, an address, and what was done with
them: they were made, and those that do not live were deleted. Beside the rate, how many times that of the original it is, and beside the processor time, how many times as much the original takes (nova-api under uWSGI with two processes on
MariaDB, measured with the same requests on a machine of this size).

${markdownTable(['servers', 'live', 'start s', 'MB'], startLines)}

${readsTable('servers', rows)}
`;
}
