import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machine } from '../../../bench/report/machine.ts';
import { markdownTable } from '../../../bench/report/markdown-table.ts';
import type { Round, TroubleKind } from './campaign.ts';

export interface CampaignResult {
  readonly kind: TroubleKind;
  readonly consumers: number;
  readonly rounds: readonly Round[];
  /** How much of the machine other programs had meanwhile; of 1, null if that is not known. */
  readonly others: number | null;
}

const file = fileURLToPath(new URL('../../../bench/HOSTS.md', import.meta.url));
const heading = '## Reshape campaigns';

/** Puts the section into the file, in the place of the one that was there. Other sections are left alone. */
export function writeReshapes(results: readonly CampaignResult[], seed: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '# Hosts\n';
  const section = sectionOf(results, seed);
  const from = text.indexOf(`${heading}\n`);
  if (from < 0) return writeFileSync(file, `${text.trimEnd()}\n\n${section}`);
  const next = text.indexOf('\n## ', from);
  const rest = next < 0 ? '' : text.slice(next);
  writeFileSync(file, `${text.slice(0, from)}${section}${rest}`);
}

function sectionOf(results: readonly CampaignResult[], seed: string): string {
  const date = new Date().toISOString().slice(0, 10);
  return `${heading}

The last run of \`node test/host/run-reshapes.ts --write\`.

- Date: ${date}. Machine: ${machine()}. Seed ${seed}.
- Berth in a process of its own, over HTTP, on a SQLite file. A host for each round, with as many consumers as the table says, which were
  claimed one by one from candidates; it starts in its new shape, and is killed (kill -9 of its process, at a request: before it is
  sent, while it is under way, or after it was carried out) or meets faults (409, 500, 503 or no answer, with or without the request
  being carried out), again and again, until a start is good.
- Meanwhile two other clients claim and release on the same host, also what others have held from the beginning, every 0.1 to 0.9 s each;
  a third one does so on another host.
- After each round, and again after the last one: every consumer that was not touched by others holds what it held, in the new
  shape, and nobody else holds anything; usages are the sums of what is held; no provider is over-allocated; the tree is what
  the driver says, and nothing else. At the end \`berth status\` finds the ledger in order. A campaign ends at the first thing that is not so.
- Took: from the first start of a round to the end of the good one.

${reshapeTables(results)}
`;
}

export function reshapeTables(results: readonly CampaignResult[]): string {
  const heads = [
    'trouble',
    'shape',
    'rounds',
    'consumers',
    'troubles',
    'starts',
    'reshapes sent, most in a start',
    'claims and releases of others',
    'median ms',
    'max ms',
    'others on the machine',
    'verdict',
  ];
  const rows = results.flatMap(({ kind, consumers, rounds, others }) =>
    [...Map.groupBy(rounds, ({ shape }) => shape)].map(([shape, each]) => [
      kind,
      shape,
      String(each.length),
      String(consumers),
      String(sum(each.map(({ troubles }) => sum([...troubles.values()])))),
      String(sum(each.map(({ starts }) => starts))),
      String(Math.max(...each.map(({ reshapes }) => reshapes))),
      String(sum(each.map(({ othersDid }) => othersDid.claimed + othersDid.released))),
      ...[0.5, 1].map((part) => atPart(each, part).toFixed(0)),
      others === null ? '' : `${Math.round(100 * others)} %`,
      'nothing lost',
    ]),
  );
  const tables = results.map(
    ({ kind, rounds }) => `What happened to hosts, ${kind}:\n\n${troublesTable(rounds)}`,
  );
  return [markdownTable(heads, rows), ...tables].join('\n\n');
}

function troublesTable(rounds: readonly Round[]): string {
  const counts = new Map<string, number>();
  for (const { troubles } of rounds) {
    for (const [name, count] of troubles) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const rows = [...counts].sort(([, one], [, other]) => other - one);
  return markdownTable(
    ['trouble', 'times'],
    rows.map(([name, count]) => [name, String(count)]),
  );
}

function atPart(rounds: readonly Round[], part: number): number {
  const times = rounds.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
  return times[Math.max(0, Math.ceil(times.length * part) - 1)] ?? Number.NaN;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
