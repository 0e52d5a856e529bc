import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Side, startSide } from './comparing/side.ts';
import { LedgerCache } from './ledgers/ledger-cache.ts';
import type { Operation } from './ops/operation.ts';
import { operationsOf } from './ops/operations-of.ts';
import { fullSuite } from './worlds/suite.ts';
import { planOf } from './worlds/plan-of.ts';

const usage = `Compare this checkout with another one: the processor time that each request takes the server.

  node bench/compare.ts --with DIR [options]

  --with DIR       another checkout, in which npm install was run
  --worlds REGEX   only these worlds (those of the bounds: flat-10000, nested-1000, pci-100x8)
  --ops REGEX      only these operations
  --rounds N       how often each is measured, one checkout after the other (5)
  --ms N           about how much processor time of the server each measurement takes (300)
  --cache DIR      where made worlds are kept (~/.cache/berth-bench)

Both serve the same world at the same time, and are asked in turn. Processor time and not the clock, so that what else the machine
does matters little. The figures are medians, and the ratio is the median of the ratios of each round.
`;

const usualWorlds = '^(flat-10000|nested-1000|pci-100x8)$';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      with: { type: 'string' },
      worlds: { type: 'string', default: usualWorlds },
      ops: { type: 'string', default: '' },
      rounds: { type: 'string', default: '5' },
      ms: { type: 'string', default: '300' },
      cache: { type: 'string', default: join(homedir(), '.cache/berth-bench') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.with === undefined) {
    process.stdout.write(usage);
    process.exit(values.help ? 0 : 2);
  }
  const [worlds, operations] = [new RegExp(values.worlds), new RegExp(values.ops)];
  const sampling = { rounds: Number(values.rounds), ms: Number(values.ms) };
  print('| world | operation | there, µs | here, µs | here / there |\n| --- | --- | --- | --- | --- |\n');
  for (const world of fullSuite.worlds.filter(({ name }) => worlds.test(name))) {
    const chosen = operationsOf(planOf(world.name), world.operations).filter(
      ({ name, kind, isLoaded }) => kind === 'requests' && isLoaded && operations.test(name),
    );
    if (chosen.length === 0) continue;
    await withSides(world.name, values.with, values.cache, async (there, here) => {
      for (const operation of chosen) {
        const { median, ratio } = await compare(operation, there, here, sampling);
        print(`| ${world.name} | ${operation.name} | ${median[0]} | ${median[1]} | ${ratio} |\n`);
      }
    });
  }
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

interface Comparison {
  readonly median: readonly [there: string, here: string];
  readonly ratio: string;
}

async function compare(
  { templates }: Operation,
  there: Side,
  here: Side,
  { rounds, ms }: { readonly rounds: number; readonly ms: number },
): Promise<Comparison> {
  // What V8 compiles late is compiled by then, and it is known how many requests the time is enough for.
  let count = templates.length;
  for (let spentMs = 0; spentMs < warmUpMs; ) {
    const [a, b] = [await there.measure(templates, count), await here.measure(templates, count)];
    const eachUs = (a + b) / 2;
    spentMs += (count * eachUs) / 1_000;
    count = Math.max(4, Math.round((ms * 1_000) / eachUs));
  }
  const measured: [number, number][] = [];
  for (let round = 0; round < rounds; round++) {
    // Whoever comes second finds the machine as the first has left it.
    const isSwapped = round % 2 === 1;
    const first = await (isSwapped ? here : there).measure(templates, count);
    const second = await (isSwapped ? there : here).measure(templates, count);
    measured.push(isSwapped ? [second, first] : [first, second]);
  }
  return {
    median: [medianOf(measured.map(([a]) => a)).toFixed(1), medianOf(measured.map(([, b]) => b)).toFixed(1)],
    ratio: medianOf(measured.map(([a, b]) => b / a)).toFixed(3),
  };
}

const warmUpMs = 1_500;

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

function print(text: string): void {
  process.stdout.write(text);
}

await main();
