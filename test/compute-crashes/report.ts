import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machine } from '../../bench/report/machine.ts';
import { markdownTable } from '../../bench/report/markdown-table.ts';
import type { CampaignOptions, CampaignResult } from './campaign.ts';

const file = fileURLToPath(new URL('../../bench/COMPUTE-CRASHES.md', import.meta.url));

const introduction = `# Crashes of compute

The last runs of \`node test/compute-crashes/run.ts --write\`, one of each kind: with one process of the service on a SQLite file, or (\`--cluster\`) with two on one
PostgreSQL; where processes are killed, or (\`--kind failures\`) nobody is, and much of what hosts are to do fails; with all that clients do, or mostly moves (\`--moves\`), and
with hosts that are evacuated (\`--evacuations\`).

- Three agents are processes of their own, one of them with two nodes; with one process of the service, three more hosts are within it
  (\`--fake-hosts\`). All hosts are full with a few servers. Of what agents are to do, a twentieth (a third, with \`--kind failures\`) fails by chance, and builds from one of the two
  images always; a tenth of the builds on the other hosts.
- Clients make servers (one, or several at once, in groups and without), delete them (for a while and for good), restore, rebuild, reboot, stop, start,
  pause, suspend, rescue, shelve, resize, move, lock and describe them, with metadata and tags, and note whatever is acknowledged.
- At each of one to four moments of a round the service, an agent, all agents, or the service and some agents get a kill -9, and are started again,
  while the clients go on; often those that were killed are killed again while they start. Every other time the ledger is looked at by
  \`berth status\` as a killed service has left it.
- Then the clients stop, and without further help everything has to come in order: no server is busy; what was acknowledged is there, or was deleted by
  an acknowledged request; each action has come to its end, and what servers are follows from it; usage and allocations of each node
  in Placement are the sums over the servers on it; each agent runs the machines of its servers and no others, in their state; limits and
  groups count the servers there are; each migration has come to its end, or waits to be confirmed; no process has logged an error. In every tenth round the service is ended: \`berth status\` finds the ledger in order, and no order is left in it.
- A campaign ends at the first thing that is not so, and is then not written here. In order: from when the last process was started, in seconds.
`;

/** Puts the table into the file, in the place of the one of the same kind. */
export function writeCrashes(result: CampaignResult): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : introduction;
  const heading = `## ${kindOf(result.options)}`;
  const others = text
    .split(/\n(?=## )/)
    .slice(1)
    .filter((block) => !block.startsWith(`${heading}\n`));
  const blocks = [...others.map((block) => block.trimEnd()), `${heading}\n\n${blockOf(result)}`].sort();
  writeFileSync(file, `${[introduction.trimEnd(), ...blocks].join('\n\n')}\n`);
}

function blockOf(result: CampaignResult): string {
  const date = new Date().toISOString().slice(0, 10);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const { seed, clients } = result.options;
  return `Date: ${date}. Machine: ${machine()}. Commit ${commit}. Seed ${seed}, ${clients} clients.\n\n${tables(result)}`;
}

function kindOf({ isCluster, kind, mostlyMoves = false, evacuates = false }: CampaignOptions): string {
  const words = [
    isCluster ? 'Two processes on PostgreSQL' : 'One process on SQLite',
    ...(kind === 'failures' ? ['failures'] : []),
    ...(mostlyMoves ? ['mostly moves'] : []),
    ...(evacuates ? ['evacuations'] : []),
  ];
  return words.join(', ');
}

function tables({ rounds, noted, kills, settledMs }: CampaignResult): string {
  const { acknowledged, refused, unanswered } = noted;
  const inAll = [...kills.values()].reduce((sum, each) => sum + each, 0);
  const totals = markdownTable(
    [
      'rounds',
      'kills',
      'acknowledged',
      'refused',
      'not answered',
      'in order: median',
      'p90',
      'max',
      'lost or leaked',
    ],
    [[rounds, inAll, acknowledged, refused, unanswered, ...partsOf(settledMs), 0].map(String)],
  );
  const migrations = Map.groupBy(noted.migrations.values(), (ending) => ending);
  const others = [
    countTable('killed', kills),
    countTable('acknowledged', noted.counts),
    countTable(
      'migration, and how it has ended',
      new Map(Array.from(migrations, ([name, all]) => [name, all.length])),
    ),
    countTable('step of an action that has failed', noted.failures),
  ];
  return [totals, ...others.filter((table) => table !== '')].join('\n\n');
}

/** What has happened most often first; nothing where nothing has. */
function countTable(what: string, counts: ReadonlyMap<string, number>): string {
  if (counts.size === 0) return '';
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return markdownTable(
    [what, 'times'],
    sorted.map(([name, count]) => [name, String(count)]),
  );
}

function partsOf(ms: readonly number[]): readonly string[] {
  const sorted = ms.toSorted((one, other) => one - other);
  return [0.5, 0.9, 1].map((part) => {
    const found = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
    return (found / 1_000).toFixed(1);
  });
}

/** The run in a few lines. */
export function summary(result: CampaignResult): string {
  const { options, wrong } = result;
  const verdict = wrong === null ? 'nothing lost, nothing leaked' : `WRONG ${wrong}`;
  return `${tables(result)}\n\nseed ${options.seed}: ${verdict}`;
}
