import { feedTest, summary } from './feed-test.ts';
import { readOptions, usage } from './options.ts';

const print = (text: string): boolean => process.stdout.write(text);

/** The command: see `usage`. Exit status 1 where a follower has another state, 2 where it could not run. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    print(usage);
    return 0;
  }
  const options = readOptions(args);
  print(`seed: ${options.seed}\n`);
  const startedAt = performance.now();
  const result = await feedTest({ ...options, print });
  const seconds = (performance.now() - startedAt) / 1_000;
  print(`${summary(result, options.seed)}\n(${seconds.toFixed(0)} s)\n`);
  return result.followers.every(({ isSame }) => isSame) ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
}
