import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Side, startSide } from './comparing/side.ts';
import { LedgerCache } from './ledgers/ledger-cache.ts';
import type { RequestTemplate } from './load/request-template.ts';
import type { Operation } from './ops/operation.ts';
import { operationsOf } from './ops/operations-of.ts';
import { fullSuite } from './worlds/suite.ts';
import { planOf } from './worlds/plan-of.ts';

const usage = `Compare this checkout with another one: the processor time that each request takes the server.

  node bench/compare.ts --with DIR [options]

  --with DIR       another checkout, in which npm install was run
  --worlds REGEX   only these worlds (those of the bounds: flat-10000, nested-1000, pci-100x8)
  --ops REGEX      only these operations
  --starts N       how often both are started anew: what a process compiles and where its memory lies differs from start to start (2)
  --rounds N       how often each is measured in a start, one checkout after the other (60)
  --ms N           about how much processor time of the server each measurement takes (40)
  --warm-up MS     how much processor time of the servers each operation takes before it is measured (1500); a version with more code takes longer
                   until all of it is compiled
  --cache DIR      where made worlds are kept (~/.cache/berth-bench)

Both serve the same world at the same time, and are asked in turn. Processor time and not the clock, so that what else the machine
does matters little; and only once each has done what a server does by itself after its start. The figures are medians. The ratio of a
start is the median of those of its rounds, and the ratio of all is the median of the starts; beside it are the lowest and the highest of
them, which tell how far chance goes. Many short rounds say more than few long ones: how fast the machine is changes from second to second.
`;

const usualWorlds = '^(flat-10000|nested-1000|pci-100x8)$';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      with: { type: 'string' },
      worlds: { type: 'string', default: usualWorlds },
      ops: { type: 'string', default: '' },
      starts: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '60' },
      ms: { type: 'string', default: '40' },
      'warm-up': { type: 'string', default: '1500' },
      cache: { type: 'string', default: join(homedir(), '.cache/berth-bench') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.with === undefined) {
    process.stdout.write(usage);
    process.exit(values.help ? 0 : 2);
  }
  const [worlds, operations] = [new RegExp(values.worlds), new RegExp(values.ops)];
  const sampling = {
    rounds: Number(values.rounds),
    ms: Number(values.ms),
    warmUpMs: Number(values['warm-up']),
  };
  print(
    '| world | operation | there, µs | here, µs | here / there | starts |\n| --- | --- | --- | --- | --- | --- |\n',
  );
  for (const world of fullSuite.worlds.filter(({ name }) => worlds.test(name))) {
    const known = operationsOf(planOf(world.name), world.operations).filter(
      ({ name, isLoaded }) => isLoaded && operations.test(name),
    );
    // Cycles fill one host after the other, on which others could then claim nothing.
    const [requests, cycles] = [known.filter(isOfRequests), known.filter((each) => !isOfRequests(each))];
    const chosen = [...requests, ...cycles];
    if (chosen.length === 0) continue;
    const measured = new Map(chosen.map(({ name }) => [name, [] as Start[]]));
    for (let start = 0; start < Number(values.starts); start++) {
      await withSides(world.name, values.with, values.cache, async (there, here) => {
        for (const operation of chosen) {
          if (!(await there.serves(operation.templates[0] as RequestTemplate))) continue;
          const rounds = await compare(operation, there, here, sampling);
          measured.get(operation.name)?.push(rounds);
          process.stderr.write(
            `start ${start + 1}, ${world.name}, ${operation.name}: ${ratioOf(rounds).toFixed(3)}\n`,
          );
        }
      });
    }
    for (const [name, starts] of measured) {
      print(
        `| ${world.name} | ${name} | ${starts.length === 0 ? 'not known there | | | ' : columnsOf(starts)} |\n`,
      );
    }
  }
}

function isOfRequests({ kind }: Operation): boolean {
  return kind === 'requests';
}

/** The world on both, for as long as `use` takes. */
async function withSides(
  world: string,
  other: string,
  cache: string,
  use: (there: Side, here: Side) => Promise<void>,
): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'berth-compare-'));
  const sides: Side[] = [];
  try {
    const here = resolve(import.meta.dirname, '..');
    const ledger = await new LedgerCache(cache, work).copyOf(world);
    const exported = join(work, 'export');
    // A kept ledger may be of an older layout; what writes to it upgrades it.
    for (const command of [
      ['traits', 'sync'],
      ['export', exported],
    ]) {
      await promisify(execFile)(join(here, 'bin/berth'), [...command, '--ledger', ledger]);
    }
    for (const [name, checkout] of Object.entries({ there: resolve(other), here })) {
      await mkdir(join(work, name));
      sides.push(await startSide(checkout, exported, join(work, name)));
    }
    await use(...(sides as [Side, Side]));
  } finally {
    for (const side of sides) await side.stop();
    await rm(work, { recursive: true });
  }
}

/** What each request took, in microseconds. */
type Measured = readonly [there: number, here: number];
type Start = readonly Measured[];

async function compare(
  operation: Operation,
  there: Side,
  here: Side,
  { rounds, ms, warmUpMs }: { readonly rounds: number; readonly ms: number; readonly warmUpMs: number },
): Promise<Start> {
  // What V8 compiles late is compiled by then, and it is known how many requests the time is enough for.
  let count = operation.templates.length;
  for (let spentMs = 0; spentMs < warmUpMs; ) {
    const [a, b] = [await there.measure(operation, count), await here.measure(operation, count)];
    const eachUs = (a + b) / 2;
    spentMs += (count * eachUs) / 1_000;
    count = Math.max(4, Math.round((ms * 1_000) / eachUs));
  }
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    // Whoever comes second finds the machine as the first has left it.
    const isSwapped = round % 2 === 1;
    const first = await (isSwapped ? here : there).measure(operation, count);
    const second = await (isSwapped ? there : here).measure(operation, count);
    measured.push(isSwapped ? [second, first] : [first, second]);
  }
  return measured;
}

function columnsOf(starts: readonly Start[]): string {
  const ratios = starts.map(ratioOf);
  return [
    medianOf(starts.flat().map(([there]) => there)).toFixed(1),
    medianOf(starts.flat().map(([, here]) => here)).toFixed(1),
    medianOf(ratios).toFixed(3),
    `${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`,
  ].join(' | ');
}

function ratioOf(rounds: Start): number {
  return medianOf(rounds.map(([there, here]) => here / there));
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
}

function print(text: string): void {
  process.stdout.write(text);
}

await main();
