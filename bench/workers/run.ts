import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BerthServer, startBerth } from '../berth/server.ts';
import { LedgerCache } from '../ledgers/ledger-cache.ts';
import { wrkLoad } from '../load/wrk-load.ts';
import { withDisturbance } from '../measuring/disturbance.ts';
import type { Operation } from '../ops/operation.ts';
import { cpuMs, residentMb } from '../processes/usage.ts';
import { machine } from '../report/machine.ts';
import { planOf } from '../worlds/plan-of.ts';
import { readOperations } from './operations.ts';

const usage = `Measure reads with several workers beside those with one, on this machine, with wrk.

  node bench/workers/run.ts [options]

  --worlds A,B       which worlds (flat-10000,nested-1000)
  --workers A,B      how many workers (1,2)
  --rounds N         how often each is measured, in turn; the median counts (5)
  --seconds N        how long each time (3)
  --tries N          measure again, so often at most, when other programs had more than 3 % of the machine; what was
                     least disturbed counts (3)
  --connections N    of wrk, which has one thread (16)
  --cache DIR        where made worlds are kept, as for npm run bench
  --write            the table into bench/WORKERS.md, too
`;

interface Options {
  readonly worlds: readonly string[];
  readonly workers: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly tries: number;
  readonly connections: number;
  readonly cacheDirectory: string;
  readonly writes: boolean;
}

/** One measurement. Shares are in cores. */
interface Sample {
  readonly perSecond: number;
  readonly serverCores: number;
  readonly loadCores: number;
  readonly othersCores: number;
  readonly residentMb: number;
  readonly failed: number;
}

const print = (text: string): boolean => process.stdout.write(text);

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return void print(usage);
  const options = readOptions(args);
  const workDirectory = join(options.cacheDirectory, `work-${process.pid}`);
  await mkdir(workDirectory, { recursive: true });
  process.on('exit', () => rmSync(workDirectory, { recursive: true, force: true }));
  const ledgers = new LedgerCache(options.cacheDirectory, workDirectory);

  const lines: string[] = [];
  for (const world of options.worlds) {
    const operations = readOperations(planOf(world));
    const samples = new Map<string, Sample[]>();
    for (let round = 0; round < options.rounds; round++) {
      for (const workers of options.workers) {
        const ledger = await ledgers.copyOf(world);
        for (const [name, sample] of await measure(operations, ledger, workers, workDirectory, options)) {
          const key = `${name} ${workers}`;
          samples.set(key, [...(samples.get(key) ?? []), sample]);
          process.stderr.write(`${world} ${key}: ${JSON.stringify(sample)}\n`);
        }
        await ledgers.remove(ledger);
      }
    }
    for (const { name } of operations) lines.push(...rows(world, name, options.workers, samples));
  }
  const text = report(options, lines);
  print(text);
  if (options.writes) await writeFile(join(import.meta.dirname, '../WORKERS.md'), text);
}

async function measure(
  operations: readonly Operation[],
  ledger: string,
  workers: number,
  workDirectory: string,
  options: Options,
): Promise<Map<string, Sample>> {
  const [first] = operations;
  if (!first?.templates[0]) throw new Error('there is nothing to measure');
  const logFile = join(workDirectory, 'berth.log');
  const server = await startBerth({ ledger, logLevel: 'warn', logFile, workers }, first.templates[0]);
  const samples = new Map<string, Sample>();
  try {
    for (const operation of operations) {
      // V8 compiles for some seconds; every thread by itself.
      await wrkLoad(server.url, operation.templates, options);
      samples.set(operation.name, await leastDisturbed(server, operation, options));
    }
  } finally {
    await server.stop();
  }
  return samples;
}

async function leastDisturbed(server: BerthServer, operation: Operation, options: Options): Promise<Sample> {
  let best: Sample | null = null;
  for (let attempt = 0; attempt < options.tries; attempt++) {
    const sample = await measureOnce(server, operation, options);
    if (best === null || sample.othersCores < best.othersCores) best = sample;
    if (best.othersCores <= 0.03 * cpus().length) break;
  }
  return best as Sample; // There is one try at least.
}

async function measureOnce(
  { url, pids }: BerthServer,
  { templates }: Operation,
  options: Options,
): Promise<Sample> {
  const before = { at: performance.now(), server: cpuMs(pids) ?? 0, busy: busyMs() };
  const { result, others } = await withDisturbance(pids, () => wrkLoad(url, templates, options));
  const ms = performance.now() - before.at;
  const serverCores = ((cpuMs(pids) ?? 0) - before.server) / ms;
  const othersCores = (others ?? 0) * cpus().length;
  return {
    perSecond: result.perSecond,
    serverCores,
    loadCores: (busyMs() - before.busy) / ms - serverCores - othersCores,
    othersCores,
    residentMb: residentMb(pids) ?? 0,
    failed: result.failed,
  };
}

/** Of all cores together. */
function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

function rows(
  world: string,
  operation: string,
  counts: readonly number[],
  samples: ReadonlyMap<string, readonly Sample[]>,
): string[] {
  const base = median(samples.get(`${operation} ${counts[0]}`) ?? [], 'perSecond');
  return counts.map((workers) => {
    const own = samples.get(`${operation} ${workers}`) ?? [];
    const rates = own.map(({ perSecond }) => perSecond).sort((a, b) => a - b);
    const rate = median(own, 'perSecond');
    return `| ${[
      world,
      operation,
      workers,
      rate.toPrecision(4),
      `${rates[0]?.toPrecision(3)} to ${rates.at(-1)?.toPrecision(3)}`,
      `${(rate / base).toFixed(2)}×`,
      median(own, 'serverCores').toFixed(2),
      median(own, 'loadCores').toFixed(2),
      median(own, 'othersCores').toFixed(2),
      Math.round(median(own, 'residentMb')),
      own.reduce((sum, { failed }) => sum + failed, 0),
    ].join(' | ')} |`;
  });
}

function median(samples: readonly Sample[], key: keyof Sample): number {
  const values = samples.map((sample) => sample[key]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}

function report({ rounds, seconds, connections }: Options, lines: readonly string[]): string {
  return `# Workers

Reads a second with several workers, beside those with one; the last run of \`node bench/workers/run.ts --write\`.

- Date: ${new Date().toISOString().slice(0, 10)}. Machine: ${machine()}.
- Load: wrk with one thread and ${connections} connections on the same machine, 64 variants of each question. It needs a part
  of a core itself, which the server does not get: its share stands beside. An explanation is long to make and short to
  send, so there the load takes next to nothing.
- Each figure is the median of ${rounds} times ${seconds} s, the numbers of workers in turn, each on a server of its own that was
  warmed up for as long.

| world | operation | workers | per s | from, to | of the first | cores of the server | of the load | of others | MB | failed |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`;
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      worlds: { type: 'string', default: 'flat-10000,nested-1000' },
      workers: { type: 'string', default: '1,2' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      tries: { type: 'string', default: '3' },
      connections: { type: 'string', default: '16' },
      cache: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const usual = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'berth-bench');
  return {
    worlds: values.worlds.split(','),
    workers: values.workers.split(',').map((text) => wholeNumber(text, 'workers')),
    rounds: wholeNumber(values.rounds, 'rounds'),
    seconds: wholeNumber(values.seconds, 'seconds'),
    tries: wholeNumber(values.tries, 'tries'),
    connections: wholeNumber(values.connections, 'connections'),
    cacheDirectory: values.cache ?? usual,
    writes: values.write,
  };
}

function wholeNumber(text: string, name: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} takes whole numbers, not ${JSON.stringify(text)}`);
  return Number(text);
}

await main(process.argv.slice(2));
