import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machine } from '../../../bench/report/machine.ts';
import { markdownTable } from '../../../bench/report/markdown-table.ts';
import type { Round, TroubleKind } from './campaign.ts';

export interface CampaignResult {
  readonly kind: TroubleKind;
  readonly consumers: number;
  readonly seed: string;
  readonly rounds: readonly Round[];
  /** How much of the machine other programs had meanwhile; of 1, null if that is not known. */
  readonly others: number | null;
}

const file = fileURLToPath(new URL('../../../bench/HOSTS.md', import.meta.url));

const introduction = `## Reshape campaigns

The last runs of \`node test/host/run-reshapes.ts --write\`, one for each kind of trouble and number of consumers.

- Berth in a process of its own, over HTTP, on a SQLite file, with the usual settings. A host for each round, with as many consumers as the heading says, claimed one by
  one from candidates; it starts in its new shape, and is killed (kill -9 of its process, at a request: before it is sent, while
  it is under way, or after it was carried out) or meets faults (409, 500, 503 or no answer, whether the request was carried out or
  not), again and again, until a start is good.
- Meanwhile two other clients claim and release on the same host, every 0.4 to 2 s each, and end also some of the consumers that were there
  from the beginning; a third one does so on another host.
- After each round, and again after the last one: every consumer that was not touched by others holds what it held, in the new
  shape, and nobody else holds anything; usages are the sums of what is held; no provider is over-allocated; the tree is what
  the driver says, and nothing else. At the end \`berth status\` finds the ledger in order. A campaign ends at the first thing that is not
  so, and is then not written here.
- Took: from the first start of a round to the end of the good one, in ms. Reshapes: how many the last start of a round has planned; more than one
  where somebody else was faster.
`;

/** Puts the tables into the file, in the place of those of the same kind. Everything else is left alone. */
export function writeReshapes(result: CampaignResult): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '# Hosts\n';
  const text = before.includes(introduction) ? before : `${before.trimEnd()}\n\n${introduction}`;
  const heading = `### ${result.kind}, ${result.consumers} consumers`;
  const block = `${heading}\n\n${blockOf(result)}`;
  const known = text.indexOf(`${heading}\n`);
  if (known >= 0) {
    const end = endOf(text, known);
    writeFileSync(file, `${text.slice(0, known)}${block}${text.slice(end)}`);
    return;
  }
  const last = /\n## /.exec(text.slice(text.indexOf(introduction) + introduction.length));
  const at = last === null ? text.length : text.indexOf(introduction) + introduction.length + last.index + 1;
  writeFileSync(
    file,
    `${text.slice(0, at).trimEnd()}\n\n${block}${at < text.length ? '\n' : ''}${text.slice(at)}`,
  );
}

/** Where the next heading begins, with the line before it. */
function endOf(text: string, from: number): number {
  const next = /\n##/.exec(text.slice(from + 1));
  return next === null ? text.length : from + 1 + next.index;
}

function blockOf(result: CampaignResult): string {
  const date = new Date().toISOString().slice(0, 10);
  return `Date: ${date}. Machine: ${machine()}. Seed ${result.seed}.\n\n${reshapeTables(result)}\n`;
}

export function reshapeTables({ rounds, others }: CampaignResult): string {
  const heads = [
    'shape',
    'rounds',
    'troubles',
    'starts',
    'reshapes: median',
    'max',
    'claims, releases of others',
    'took: median',
    'p90',
    'max',
    'other programs',
    'verdict',
  ];
  const rows = [...Map.groupBy(rounds, ({ shape }) => shape)].map(([shape, each]) => [
    shape,
    String(each.length),
    String(sum(each.map(({ troubles }) => sum([...troubles.values()])))),
    String(sum(each.map(({ starts }) => starts))),
    ...partsOf(
      each.map(({ reshapes }) => reshapes),
      [0.5, 1],
    ),
    String(sum(each.map(({ othersDid }) => othersDid.claimed + othersDid.released))),
    ...partsOf(
      each.map(({ tookMs }) => tookMs),
      [0.5, 0.9, 1],
    ),
    others === null ? '' : `${Math.round(100 * others)} %`,
    'nothing lost',
  ]);
  return `${markdownTable(heads, rows)}\n\n${troublesTable(rounds)}`;
}

function troublesTable(rounds: readonly Round[]): string {
  const counts = new Map<string, number>();
  for (const { troubles } of rounds) {
    for (const [name, count] of troubles) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const rows = [...counts].sort(([, one], [, other]) => other - one);
  return markdownTable(
    ['what happened to hosts', 'times'],
    rows.map(([name, count]) => [name, String(count)]),
  );
}

function partsOf(values: readonly number[], parts: readonly number[]): string[] {
  const sorted = values.toSorted((one, other) => one - other);
  return parts.map((part) =>
    (sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN).toFixed(0),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
