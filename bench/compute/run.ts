import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withSection } from '../report/with-section.ts';
import { residentMb } from '../processes/usage.ts';
import { type BootsRow, measureBoots } from './boots.ts';
import { circumstanceOf } from './circumstance.ts';
import { bootsSection, type Ledger, readsSection } from './compute-sections.ts';
import { measureOriginal } from './measure-original.ts';
import { measureRead, type ReadRow, readsOf } from './reads.ts';
import { startCloud } from './running-cloud.ts';

const usage = `Measure compute: servers from POST to ACTIVE, and reads of many servers.

  node bench/compute/run.ts [options]

  --hosts A,B       POST to ACTIVE on so many made-up hosts, each number by itself; '': not at all (1000,10000)
  --clients A,B     with so many clients (1,16)
  --seconds N       how long each is measured (10)
  --servers A,B     reads of ledgers with so many servers; of a million and more, a tenth lives; '': none (10000,50000,500000,1000000)
  --original        measure the original at hand in the same run, too: some minutes
  --profile DIR     a profile of the service while servers are made
  --write           the result into bench/COMPUTE.md, too
  --help            this text
`;

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      hosts: { type: 'string', default: '1000,10000' },
      clients: { type: 'string', default: '1,16' },
      seconds: { type: 'string', default: '10' },
      servers: { type: 'string', default: '10000,50000,500000,1000000' },
      original: { type: 'boolean', default: false },
      profile: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const [hosts, clients, servers] = [numbers(values.hosts), numbers(values.clients), numbers(values.servers)];
  const seconds = numbers(values.seconds)[0] ?? 10;
  const taken = circumstanceOf('node bench/compute/run.ts', args);
  const directory = mkdtempSync(join(tmpdir(), 'berth-compute-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

  const boots: BootsRow[] = [];
  for (const count of hosts) {
    boots.push(
      ...(await measureBoots({
        hosts: count,
        connections: clients,
        seconds,
        directory,
        profileDirectory: values.profile,
      })),
    );
    tell(boots.slice(-clients.length));
  }
  const original = values.original ? await measureOriginal(1_000) : null;
  const [ledgers, reads]: [Ledger[], ReadRow[]] = [[], []];
  for (const count of servers) {
    const measured = await measureReads(count, directory, seconds / 4);
    ledgers.push(measured.ledger);
    reads.push(...measured.rows);
    tell(measured);
  }

  const sections: string[] = [];
  if (boots.length > 0) sections.push(bootsSection(boots, taken, original));
  if (reads.length > 0) sections.push(readsSection(ledgers, reads, taken));
  process.stdout.write(sections.join('\n'));
  if (!values.write) return;
  const file = join(import.meta.dirname, '../COMPUTE.md');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '# Compute\n';
  writeFileSync(file, sections.reduce(withSection, before));
}

async function measureReads(servers: number, directory: string, seconds: number) {
  const ledger = join(directory, `servers-${servers}.db`);
  const liveOfTen = servers >= 1_000_000 ? 1 : 10;
  const program = join(import.meta.dirname, 'build-servers.ts');
  const built = spawnSync(process.execPath, [program, `${servers}`, `${liveOfTen}`, ledger], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (built.status !== 0) throw new Error(`A ledger of ${servers} servers could not be made.`);
  const cloud = await startCloud({ ledger, directory, hosts: 0 });
  try {
    const started = {
      servers,
      live: (servers * liveOfTen) / 10,
      startMs: cloud.startMs,
      residentMb: residentMb([cloud.pid]) ?? Number.NaN,
    };
    const rows: ReadRow[] = [];
    for (const read of readsOf(servers)) {
      for (const connections of [1, 8])
        rows.push(await measureRead(cloud, servers, read, { connections, seconds }));
    }
    return { ledger: started, rows };
  } finally {
    await cloud.stop();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${ledger}${suffix}`, { force: true });
  }
}

function tell(result: unknown): void {
  process.stderr.write(`${JSON.stringify(result)}\n`);
}

function numbers(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(',').map((each) => {
    const number = Number(each);
    if (!Number.isInteger(number) || number < 1)
      throw new Error(`${JSON.stringify(each)} is not a number above 0`);
    return number;
  });
}

await main(process.argv.slice(2));
