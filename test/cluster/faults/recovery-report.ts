import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machine } from '../../../bench/report/machine.ts';
import { markdownTable } from '../../../bench/report/markdown-table.ts';
import { type FaultKind, faultKinds } from './fault.ts';
import type { FaultResult, Round } from './fault-test.ts';

/** A run with a single kind of fault. */
export interface DisturbedResult extends FaultResult {
  readonly kind: FaultKind;
  /** How much of the machine other programs had meanwhile; of 1, null if that is not known. */
  readonly others: number | null;
}

const file = fileURLToPath(new URL('../../../bench/RECOVERY.md', import.meta.url));

export function writeRecovery(
  results: readonly DisturbedResult[],
  { leaseMs, clients }: { readonly leaseMs: number; readonly clients: number },
): void {
  const date = new Date().toISOString().slice(0, 10);
  const text = `# Recovery

The last run of \`node test/cluster/run-faults.ts --write\`.

- Date: ${date}. Machine: ${machine()}.
- Three processes on one PostgreSQL, all on this machine, with a lease of ${leaseMs} ms. ${clients} clients read and write all
  the time.
- The others: from the beginning of the fault to the first read, and the first write, that each of the processes that were not
  struck answers well. Itself: from the moment that the process that was struck is started again, goes on, or can connect again.
- How long PostgreSQL takes to start again is part of its rows; where it comes back older, so is looking at what it had, which takes
  longer with every round.

## Times

${recoveryTable(results)}

## What the clients saw

It holds where all that the clients asked and were told, before, during and after the faults, fits one order
(test/cluster/checking/check-history.ts): nothing that was acknowledged is lost, nothing has happened twice, no read is stale, and
nothing is over-allocated. Others: how much of the machine programs that have no part in it had meanwhile.

${historyTable(results)}
`;
  writeFileSync(file, text);
}

export function recoveryTable(results: readonly Pick<DisturbedResult, 'kind' | 'rounds'>[]): string {
  const rows = results.flatMap(({ kind, rounds }) =>
    measures.flatMap(([name, timesOf]) => {
      const times = rounds.flatMap(timesOf).sort((one, other) => one - other);
      if (times.length === 0) return [];
      const figures = [0.5, 0.9, 1].map((part) => atPart(times, part).toFixed(0));
      const by = rounds.some(({ victim }) => victim !== null) ? name : name.replace('the others', 'all');
      return [[`${faultKinds[kind]}: ${by}`, String(rounds.length), ...figures]];
    }),
  );
  return markdownTable(['fault, and first answer', 'rounds', 'median ms', 'p90 ms', 'max ms'], rows);
}

const measures: readonly (readonly [string, (round: Round) => number[]])[] = [
  ['read by the others', ({ survivors }) => survivors.map(({ readMs }) => readMs)],
  ['write by the others', ({ survivors }) => survivors.map(({ writeMs }) => writeMs)],
  ['read by itself', ({ victim }) => (victim ? [victim.readMs] : [])],
  ['write by itself', ({ victim }) => (victim ? [victim.writeMs] : [])],
];

function atPart(sorted: readonly number[], part: number): number {
  const index = Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1);
  return sorted[Math.max(0, index)] ?? Number.NaN;
}

function historyTable(results: readonly DisturbedResult[]): string {
  const rows = results.map(({ kind, operations, verdict, others }) => [
    faultKinds[kind],
    String(operations),
    String(verdict.commands),
    String(verdict.unknownHappened + verdict.unknownNever),
    String(verdict.unknownHappened),
    others === null ? '' : `${Math.round(100 * others)} %`,
    verdict.findings.counts.size === 0 ? 'holds' : 'DOES NOT HOLD',
  ]);
  const heads = [
    'fault',
    'operations',
    'changed something',
    'of unknown fate',
    'of which happened',
    'others',
    'verdict',
  ];
  return markdownTable(heads, rows);
}
