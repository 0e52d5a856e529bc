import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { given } from '@berth/engine/testing/given.ts';
import { Prng } from '@berth/testing/prng.ts';
import { Climb } from './climb.ts';
import { compare } from './compare.ts';
import { randomGenes } from './genes.ts';
import { type Hold, holdOf } from './hold-of.ts';
import { knownSearches } from './known-searches.ts';

const help = `Looks for searches that hold the event loop: random worlds and queries, climbing towards the longest hold.

  node test/hostile-searches/run.ts [--minutes 10] [--seed N]
  node test/hostile-searches/run.ts --known       just the worst that were found by hand

Every tenth try is a small world on which answers are compared with the plain reference. Prints the worst as it is found, and
the worst of all with its query and genes. Times are processor time of this thread.
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: `${freshSeed()}` },
    known: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

if (values.help) process.stdout.write(help);
else if (values.known) runKnown();
else process.exitCode = run(Number(values.minutes), Number(values.seed));

function run(minutes: number, seed: number): number {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`seed ${seed}`);
  const random = new Prng(`${seed}`);
  const climb = new Climb(random, 3_000);
  const end = performance.now() + minutes * 60_000;
  let worstMs = 0;
  let comparedCount = 0;
  while (performance.now() < end) {
    const { hold } = climb.step();
    if (hold.longestMs > worstMs) {
      worstMs = hold.longestMs;
      say(`${climb.triedCount}: ${shown(climb.worst[0] as Climb['worst'][number])}`);
    }
    if (climb.triedCount % 10 !== 0) continue;
    const compared = compare(randomGenes(random));
    if (compared === null) continue;
    comparedCount++;
    if (compared.found.join('\n') === compared.expected.join('\n') && !compared.isCut) continue;
    say(`NOT WHAT THE REFERENCE SAYS: ${JSON.stringify(compared)}`);
    return 1;
  }
  say(
    `\n${climb.triedCount} searches, of which ${climb.refusedCount} were refused and ${climb.cutCount} were cut; ${comparedCount} compared`,
  );
  for (const found of climb.worst.slice(0, 5)) say(`\n${shown(found)}\n${found.query.slice(0, 2_000)}`);
  return 0;
}

function runKnown(): void {
  for (const { name, world, query, limit } of knownSearches) {
    const hold = holdOf(given(world), `${query}&limit=${limit}`, Infinity);
    process.stdout.write(`${name}: ${holdText(hold)}\n`);
  }
}

function shown({ genes, hold }: Climb['worst'][number]): string {
  return `${holdText(hold)}: ${JSON.stringify(genes)}`;
}

function holdText(hold: Hold): string {
  const { longestMs, totalMs, stretches, isCut, isLeft, bytes } = hold;
  const end = isCut ? 'cut' : isLeft ? 'left' : 'complete';
  return `longest ${longestMs.toFixed(1)} ms of ${totalMs.toFixed(0)} ms in ${stretches}, ${bytes} bytes, ${end}`;
}
