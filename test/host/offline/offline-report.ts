import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { machine } from '../../../bench/report/machine.ts';
import { withSection } from '../../../bench/report/with-section.ts';
import type { Comparison } from './compare-ways.ts';
import { consumersPerHost } from './gpu-fleet.ts';

export interface Measured extends Comparison {
  readonly ledger: string;
}

const file = fileURLToPath(new URL('../../../bench/HOSTS.md', import.meta.url));
const heading = '## Offline and online reshape of one ledger';

/** Puts the section into bench/HOSTS.md, in the place of the one before; other sections are others'. */
export function writeOffline(results: readonly Measured[], hosts: number): void {
  const document = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, withSection(document, section(results, hosts)));
}

function section(results: readonly Measured[], hosts: number): string {
  const load = loadavg().map((each) => each.toFixed(1));
  return `${heading}

The last run of \`node test/host/run-offline.ts --write\`.

- Date: ${new Date().toISOString().slice(0, 10)}. Machine: ${machine()}. Load at the end (1, 5, 15 minutes): ${load.join(', ')}: what is more than
  one is other programs, and everything would be faster without.
- ${hosts} hosts with ${consumersPerHost} consumers each. Each host has two GPUs of eight virtual ones on its root, of which seven consumers hold twelve; they move to
  a child for each GPU. That is ${hosts * 2} new providers, and ${hosts * 7} consumers that hold something else.
- Offline: \`berth placement migrate-compute-inventory\`, from its start to its end, and the most memory it held. Online: \`berth serve\` is running,
  and the hosts start, sixteen at a time, each with a client of its own; of it, the time from the first to the last, and the memory of the service at
  the end.
- All of them come to the same state, with the same generations; only the moments at which something was written are others. So does a run that is
  killed (\`kill -9\`) at random nodes and run again.

${offlineTable(results)}
`;
}

export function offlineTable(results: readonly Measured[]): string {
  const rows = results.flatMap(
    ({ ledger, dryRun, offline, again, online, kills }) =>
      [
        [ledger, 'offline, `--dry-run`', dryRun.seconds, dryRun.peakMb],
        [ledger, 'offline', offline.seconds, offline.peakMb],
        [ledger, 'offline again, nothing to do', again.seconds, again.peakMb],
        [ledger, 'online', online.seconds, online.serviceMb],
        [ledger, `offline, killed ${kills} times and run again: the same state`, null, null],
      ] as const,
  );
  return [
    '| ledger | what | seconds | MB |',
    '| --- | --- | ---: | ---: |',
    ...rows.map(
      ([ledger, what, seconds, mb]) => `| ${ledger} | ${what} | ${seconds?.toFixed(1) ?? ''} | ${mb ?? ''} |`,
    ),
  ].join('\n');
}
