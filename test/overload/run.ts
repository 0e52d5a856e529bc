import { parseArgs } from 'node:util';
import { attacks } from './attacks.ts';
import { carryOut } from './carry-out.ts';

const help = `Wears out a server of its own in the ways that are known, and prints what it did to it.

  node test/overload/run.ts [--only NAME …] [--scale 0.1] [--berth PATH]

  --only NAME    just this attack; may be given more than once
  --scale N      the whole of it is 1; less is shorter
  --berth PATH   the bin/berth of another build, to compare with
  --list         the attacks
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    scale: { type: 'string', default: '1' },
    berth: { type: 'string' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

if (values.help) process.stdout.write(help);
else if (values.list) for (const { name, does } of attacks) process.stdout.write(`${name}: ${does}\n`);
else process.exitCode = await runAll();

async function runAll(): Promise<number> {
  const chosen = attacks.filter(({ name }) => values.only?.includes(name) ?? true);
  process.stdout.write('| attack | before | grew by | slowest GET / | median | else | survived |\n');
  process.stdout.write('| --- | --- | --- | --- | --- | --- | --- |\n');
  let isGood = chosen.length > 0;
  for (const attack of chosen) {
    const { seen, figures, survived, output } = await carryOut(attack, Number(values.scale), values.berth);
    isGood &&= survived && seen.growthMb <= attack.growthMbMax;
    const others = figures.map(({ what, value }) => `${what}: ${value}`).join('; ');
    process.stdout.write(
      `| ${attack.name} | ${attack.before} | ${seen.growthMb} MB (≤ ${attack.growthMbMax}) | ${seen.slowestMs} ms | ${seen.medianMs} ms | ${others} | ${survived ? 'yes' : 'NO'} |\n`,
    );
    if (!survived) process.stderr.write(`${output.slice(-2_000)}\n`);
  }
  return isGood ? 0 : 1;
}
