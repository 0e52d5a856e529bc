import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildRegistry, type Registry } from '@berth/extra-specs/registry/registry.ts';
import { comparedNova } from '@berth/extra-specs/testing/nova/data-differences.ts';
import {
  type ExtraSpecs,
  type ValidationOptions,
  validateFlavor,
} from '@berth/extra-specs/validation/validate-flavor.ts';
import { machine } from '../report/machine.ts';
import { markdownTable } from '../report/markdown-table.ts';
import { differing, doubtful, mixed, plain } from './flavors.ts';
import { TimedNova, type Timing } from './timed-nova.ts';

const usage = `Measure our validator of extra specs beside that of the installed Nova (Debian's python3-nova).

  node bench/extra-specs/run.ts [options]

  --rounds N    how often each is measured, in turn; the median counts (15)
  --write       the table into bench/EXTRA-SPECS.md, too
`;

interface Question {
  readonly name: string;
  /** Validated one after the other, and from the first again. */
  readonly flavors: readonly ExtraSpecs[];
  /** How many flavors one measurement has: some milliseconds of Nova, some of ours. */
  readonly times: { readonly nova: number; readonly ours: number };
}

const strict: ValidationOptions = { mode: 'strict', driver: 'libvirt' };

const questions: readonly Question[] = [
  { name: `flavor of ${size(mixed)}`, flavors: [mixed], times: { nova: 10, ours: 2000 } },
  { name: `… with new keys each time`, flavors: differing(2000), times: { nova: 10, ours: 2000 } },
  {
    name: `… with ${size(doubtful) - size(mixed)} to warn of`,
    flavors: [doubtful],
    times: { nova: 10, ours: 200 },
  },
  { name: `flavor of ${size(plain)} plain keys`, flavors: [plain], times: { nova: 500, ours: 10_000 } },
  one('a plain key', 'hw:cpu_policy', 'dedicated', 50_000),
  one('a template: trait', 'trait_GPU:HW_CPU_X86_AVX512F', 'required', 50_000),
  one('a template: custom trait', 'trait:CUSTOM_RACK_WATER_COOLED', 'required', 50_000),
  one('a template: NUMA node', 'hw:numa_cpus.0', '0-7', 50_000),
  one('a value that is refused', 'hw:cpu_policy', 'deddicated', 10_000),
  one('an unknown key, with a suggestion', 'hw:cpu_pollicy', 'dedicated', 500),
  one('an unknown key, far from all others', 'hw:something_of_our_own', 'x', 500),
];

function one(name: string, key: string, value: string, times: number): Question {
  return { name, flavors: [{ [key]: value }], times: { nova: 200, ours: times } };
}

function size(specs: ExtraSpecs): number {
  return Object.keys(specs).length;
}

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '15' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  if (!/^[1-9]\d*$/.test(values.rounds)) throw new Error('--rounds takes a whole number');
  const rounds = Number(values.rounds);

  const builds = Array.from({ length: rounds + 1 }, buildMilliseconds);
  const { registry } = buildRegistry();
  const nova = new TimedNova();
  const rows: string[][] = [];
  try {
    for (const question of questions) rows.push(await measure(registry, nova, question, rounds));
  } finally {
    nova.stop();
  }
  const text = report(rows, builds, rounds);
  process.stdout.write(text);
  if (values.write) await writeFile(join(import.meta.dirname, '../EXTRA-SPECS.md'), text);
}

/** Both in turn, so that what else the machine has to do strikes both alike. The first round is for warming up. */
async function measure(
  registry: Registry,
  nova: TimedNova,
  { name, flavors, times }: Question,
  rounds: number,
): Promise<string[]> {
  const theirs: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const original = await nova.measure(flavors.slice(0, times.nova), times.nova);
    const own = measureOurs(registry, flavors, round === 0 ? times.ours * 5 : times.ours);
    assert.equal(own.refused, original.refused, `both refuse as many: ${name}`);
    if (round === 0) continue;
    theirs.push(original.microseconds);
    ours.push(own.microseconds);
  }
  process.stderr.write(`${name}: ${figure(median(theirs))} µs, ${figure(median(ours))} µs\n`);
  const ratio = median(theirs) / median(ours);
  return [
    name,
    figure(median(theirs)),
    range(theirs),
    figure(median(ours)),
    range(ours),
    `${figure(ratio)}×`,
  ];
}

function measureOurs(registry: Registry, flavors: readonly ExtraSpecs[], times: number): Timing {
  let refused = 0;
  const begin = performance.now();
  for (let count = 0; count < times; count++) {
    const specs = flavors[count % flavors.length] as ExtraSpecs;
    for (const { severity } of validateFlavor(registry, specs, strict)) if (severity === 'error') refused++;
  }
  return { microseconds: ((performance.now() - begin) / times) * 1000, refused: refused / times };
}

function buildMilliseconds(): number {
  const begin = performance.now();
  buildRegistry();
  return performance.now() - begin;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function range(values: readonly number[]): string {
  return `${figure(Math.min(...values))} to ${figure(Math.max(...values))}`;
}

/** Three digits that count. */
function figure(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}

function report(rows: readonly string[][], [first, ...later]: readonly number[], rounds: number): string {
  const heads = ['what', 'Nova µs', 'from, to', 'ours µs', 'from, to', 'faster'];
  return `# Extra specs

How long it takes to validate extra specs, with Nova's validator and with ours; the last run of
\`node bench/extra-specs/run.ts --write\`.

- Date: ${new Date().toISOString().slice(0, 10)}. Machine: ${machine()}.
- Nova: ${comparedNova}, as Debian has it, in a process of its own: the time in \`validators.validate\`, called for each of the specs.
- Ours: \`validateFlavor\` in mode \`strict\` for libvirt. It also looks for what Nova is silent about, and makes suggestions.
- Each figure is the median of ${rounds} measurements, one of Nova and one of ours in turn, after both were warmed up. How far they lie
  apart tells what else the machine had to do.
- Nova looks up a plain key. For any other it tries one pattern after the other, and for an unknown one all of them. Ours remembers
  the templates of keys that it has seen, so there is a line with keys that it has not.

${markdownTable(heads, rows)}

To make our registry of all definitions takes ${figure(first ?? Number.NaN)} ms the first time, and ${figure(median(later))} ms when it is made again.
`;
}

await main(process.argv.slice(2));
