import { differential } from './differential.ts';
import { hasOracle } from './oracle.ts';
import { readOptions, usage } from './options.ts';

const print = (text: string): boolean => process.stdout.write(text);
const complain = (error: unknown): boolean =>
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);

/** The command: see `usage`. Exit status 1 where a difference is not explained, 2 where it could not run. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    print(usage);
    return 0;
  }
  const options = readOptions(args);
  if (!hasOracle())
    throw new Error("the original is not installed: Debian's python3-placement and python3-waitress");
  print(`seeds: ${options.seeds.join(' ')}\n`);
  const worlds = options.seeds.flatMap((seed) =>
    options.worlds.map((number) => ({ seed, number, reads: options.reads, steps: options.steps })),
  );
  const startedAt = Date.now();
  const { report, problems } = await differential({ ...options, worlds }, print);
  if (options.json !== null) report.writeJson(options.json);
  const seconds = (Date.now() - startedAt) / 1000;
  const rate = Math.round((report.reads + report.writes) / seconds);
  print(
    `\nseeds: ${options.seeds.join(' ')}; ${seconds.toFixed(0)} s, ${rate} compared requests/s\n${report.summary()}\n`,
  );
  for (const problem of problems) complain(problem);
  if (problems.length > 0) return 2;
  return report.unexplained === 0 ? 0 : 1;
}

// Exiting on purpose ends the servers too.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(2));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  complain(error);
  process.exitCode = 2;
}
