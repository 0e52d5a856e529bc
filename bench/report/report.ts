import type { WorldResult } from '../measuring/world-result.ts';
import type { HotSpot } from '../profiling/hot-spots.ts';
import type { Roles } from '../worlds/suite.ts';
import { verdict } from './bound.ts';
import { bounds } from './bounds.ts';
import { percent } from './figures.ts';
import { markdownTable } from './markdown-table.ts';
import { Measurements } from './measurements.ts';
import { worldTable } from './world-table.ts';

/** How a run was made. */
export interface RunFacts {
  readonly date: string;
  readonly machine: string;
  readonly seconds: number;
  readonly generator: string;
  /** Null: without the original. */
  readonly original: string | null;
  readonly isQuick: boolean;
  readonly roles: Roles;
}

const spotsShown = 15;

/** The whole run as Markdown: what should hold and whether it does, then everything that was measured. */
export function report(facts: RunFacts, worlds: readonly WorldResult[]): string {
  const judged = bounds(new Measurements(worlds), facts.roles);
  const parts = [
    factsText(facts),
    '## Bounds',
    markdownTable(
      ['what', 'required', 'measured', 'verdict'],
      judged.map((bound) => [bound.what, bound.required, bound.measured, verdict(bound)]),
    ),
    '## Worlds',
    legend,
    ...worlds.map(worldTable),
    ...worlds.flatMap(({ world, profiles }) =>
      Object.entries(profiles).map(([operation, spots]) => profileText(`${world}, ${operation}`, spots)),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function factsText({ date, machine, seconds, generator, original, isQuick }: RunFacts): string {
  return [
    `- Date: ${date}. Machine: ${machine}.`,
    `- Berth: one process, SQLite with WAL and \`synchronous=FULL\`, \`--log-level warn\` where nothing else is said.`,
    `- Original: ${original ?? 'not asked, or not installed here: its columns and the ratios are empty'}.`,
    `- Load: ${generator}, on the same machine; ${seconds} s for each figure; 64 variants of each question.`,
    ...(isQuick ? ['- Quick: worlds far smaller than those the bounds are for.'] : []),
  ].join('\n');
}

const legend = `Via: \`http\` is a server of its own; \`process\` is the same service without a socket, from a request as a value to all
bytes of the answer; \`search\` and \`encoding\` are these parts alone. ×16: 16 clients at a time, else
one. CPU is the server's for one request. \`claim-cycle\` is GET candidates, then PUT of one of them by chance; its rate and
that of \`alloc-post-100\` and \`million-claims\` are claims. The ratio is that of the rates. Others: how much of the machine other programs had meanwhile.`;

function profileText(title: string, spots: readonly HotSpot[]): string {
  const rows = spots
    .slice(0, spotsShown)
    .map(({ name, place, share }) => [`\`${name}\``, place, percent(share)]);
  return `### Where the time goes: ${title}\n\n${markdownTable(['function', 'place', 'self'], rows)}`;
}
