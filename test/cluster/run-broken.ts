import { parseArgs } from 'node:util';
import { freshSeed } from '@berth/testing/random-cases.ts';
import { brokenBuilds } from './broken/broken-builds.ts';
import { tryBrokenBuild } from './broken/try-broken-build.ts';
import { verdictText } from './verdict-text.ts';

const usage = `Berths in which one thing is wrong, and whether that is found out.

  node test/cluster/run-broken.ts [options]

  --only TEXT     those whose name has this in it (all)
  --operations N  how many where load alone shows it (20000)
  --rounds N      how many where it takes faults (10)
  --seed TEXT     what the clients do is drawn from it (random)
`;

/** The command: see `usage`. Exit status 1 where something was not found out. */
async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      operations: { type: 'string', default: '20000' },
      rounds: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(freshSeed()) },
    },
  });
  const print = (text: string): boolean => process.stdout.write(text);
  if (values.help) {
    print(usage);
    return 0;
  }
  print(`seed: ${values.seed}\n`);
  let missedCount = 0;
  for (const build of brokenBuilds.filter(({ name }) => name.includes(values.only))) {
    const verdict = await tryBrokenBuild(build, {
      seed: values.seed,
      operations: Number(values.operations),
      rounds: Number(values.rounds),
      print: () => {},
    });
    // One that does not even run says nothing about what is checked.
    const isFound = !(verdict instanceof Error) && verdict.findings.counts.size > 0;
    if (!isFound) missedCount += 1;
    const text = verdict instanceof Error ? `it does not run: ${verdict.message}` : verdictText(verdict);
    print(`${isFound ? 'FOUND OUT' : 'MISSED'}: ${build.name}\n${text.replaceAll(/^/gm, '  ')}\n`);
  }
  return missedCount === 0 ? 0 : 1;
}

// So that what was started ends, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
}
