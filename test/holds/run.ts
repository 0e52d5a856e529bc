import { copyFile, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Change } from '@berth/engine/changes.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import type { HostileRequest } from './hostile/hostile-request.ts';
import { hostileRequests } from './hostile-requests.ts';
import { largeWorld, scaled, wholeSize, type WorldSize } from './large-world.ts';
import { type Held, ProbedServer } from './probed-server.ts';

const help = `Sends a server what takes it longest, on a large world, and prints how long each request held its event loop, in
processor time of its thread.

  node test/holds/run.ts [--only TEXT …] [--scale 0.1] [--berth PATH] [--keep DIRECTORY] [--args '--workers 2']

  --only TEXT       just the requests whose name contains it; may be given more than once
  --times N         what changes nothing is sent so often, and the shortest hold counts: against noise, but it hides what the first
                    one encoded and left for the others; 1 unless told
  --scale N         the whole world is 1; less is smaller
  --berth PATH      the bin/berth of another build, to compare with
  --keep DIRECTORY  where the world is kept, to be there the next time
  --args TEXT       further arguments of berth serve
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    scale: { type: 'string', default: '1' },
    times: { type: 'string', default: '1' },
    berth: { type: 'string' },
    keep: { type: 'string' },
    args: { type: 'string', default: '' },
    help: { type: 'boolean' },
  },
});

if (values.help) process.stdout.write(help);
else await runAll();

async function runAll(): Promise<void> {
  const size = scaled(wholeSize, Number(values.scale));
  const directory = await mkdtemp(join(tmpdir(), 'berth-holds-'));
  try {
    const ledger = join(directory, 'berth.db');
    if (values.keep === undefined) fill(ledger, size);
    else await copyFile(await kept(values.keep, size), ledger);
    const args = values.args.split(' ').filter((word) => word !== '');
    const server = await ProbedServer.start(ledger, args, values.berth);
    try {
      await measureAll(server, size);
    } finally {
      await server.berth.stop();
      if (server.berth.output !== '') process.stderr.write(`${server.berth.output.slice(-4_000)}\n`);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function measureAll(server: ProbedServer, size: WorldSize): Promise<void> {
  process.stdout.write(
    '| request | status | longest hold | by the clock | pause of the collector | rounds over 10 ms | answer | took |\n',
  );
  process.stdout.write('| --- | --- | --- | --- | --- | --- | --- | --- |\n');
  for (const request of hostileRequests(size)) {
    if (values.only && !values.only.some((text) => request.name.includes(text))) continue;
    const held = await leastOf(server, request);
    process.stdout.write(
      `| ${request.name} | ${held.statuses} | ${held.longestMs.toFixed(0)} ms | ${held.longestClockMs.toFixed(0)} ms | ${held.longestPauseMs.toFixed(0)} ms | ${held.long} | ${held.bytes} | ${held.tookMs.toFixed(0)} ms |\n`,
    );
  }
}

/** What writes is sent once. Anything else as often as told, and the least counts: a hold that is there every time, also when
 * others have left encoded what they needed. */
async function leastOf(server: ProbedServer, request: HostileRequest): Promise<Held> {
  let least = await server.measure(request);
  for (let time = 1; time < Number(values.times); time++) {
    if (request.method !== 'GET' && !least.statuses.startsWith('4')) break;
    const held = await server.measure(request);
    if (held.longestMs < least.longestMs) least = held;
  }
  return least;
}

async function kept(directory: string, size: WorldSize): Promise<string> {
  const path = join(directory, `world-${Object.values(size).join('-')}.db`);
  try {
    await stat(path);
  } catch {
    await mkdir(directory, { recursive: true });
    fill(`${path}.new`, size);
    await rename(`${path}.new`, path);
  }
  return path;
}

function fill(path: string, size: WorldSize): void {
  const journal = openSqliteJournal(path, cloudProjections);
  let waiting: Change[] = [];
  const flush = () => {
    journal.append(waiting, 1_700_000_000_000);
    journal.prune(Number.MAX_SAFE_INTEGER);
    waiting = [];
  };
  for (const change of largeWorld(size)) if (waiting.push(change) >= 20_000) flush();
  flush();
  journal.close();
}
