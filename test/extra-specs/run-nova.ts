import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { buildRegistry } from '@berth/extra-specs/registry/registry.ts';
import { type Comparison, compareWithNova } from '@berth/extra-specs/testing/nova/compare-with-nova.ts';
import { generatedCases } from '@berth/extra-specs/testing/nova/generated-cases.ts';

const usage = `Compare our validator of extra specs with that of the installed Nova (Debian's python3-nova), on generated keys and values.

  node_modules/.bin/node test/extra-specs/run-nova.ts [options]

  --cases N    how many (100000)
  --seed N     what they are drawn from (random); each 50,000 have a seed of their own, which counts up from this one
`;

const perRound = 50_000;
const shown = 20;

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      cases: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(freshSeed()) },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(usage);
  const seed = wholeNumber(values.seed, 'seed');
  const comparison = await compareAll(wholeNumber(values.cases, 'cases'), seed);
  print(summary(comparison, seed));
  if (comparison.unexplained.length > 0) process.exitCode = 1;
}

async function compareAll(cases: number, seed: number): Promise<Comparison> {
  const { registry } = buildRegistry();
  let total: Comparison | null = null;
  for (let done = 0; done < cases; done += perRound) {
    const count = Math.min(perRound, cases - done);
    const round = await compareWithNova(registry, generatedCases(registry, count, seed + done / perRound));
    total = total === null ? round : added(total, round);
    process.stderr.write(`${done + count} cases, ${total.unexplained.length} unexplained differences\n`);
  }
  if (total === null) throw new Error('--cases must be more than 0');
  return total;
}

function added(one: Comparison, other: Comparison): Comparison {
  return {
    compared: one.compared + other.compared,
    verdicts: addedCounts(one.verdicts, other.verdicts),
    explained: addedCounts(one.explained, other.explained),
    unexplained: [...one.unexplained, ...other.unexplained],
    leftOut: one.leftOut + other.leftOut,
  };
}

type Counts = ReadonlyMap<string, number>;

function addedCounts(one: Counts, other: Counts): Counts {
  const names = new Set([...one.keys(), ...other.keys()]);
  return new Map(Array.from(names, (name) => [name, (one.get(name) ?? 0) + (other.get(name) ?? 0)]));
}

function summary({ compared, leftOut, verdicts, explained, unexplained }: Comparison, seed: number): string {
  const lines = (counts: Counts): string[] =>
    Array.from(counts, ([name, count]) => `  ${String(count).padStart(8)}  ${name}`);
  return [
    `seed ${seed}: ${compared} cases compared, ${leftOut} left out (of definitions that only one of both has)`,
    'verdicts:',
    ...lines(verdicts),
    'explained differences:',
    ...lines(explained),
    `unexplained differences: ${unexplained.length}`,
    ...unexplained.slice(0, shown).map((difference) => `  ${JSON.stringify(difference)}`),
    '',
  ].join('\n');
}

function wholeNumber(text: string, name: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}

function print(text: string): void {
  process.stdout.write(text);
}

await main(process.argv.slice(2));
