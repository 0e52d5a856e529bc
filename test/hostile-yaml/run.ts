import { campaign } from './campaign.ts';
import { generateFile } from './generate-file.ts';
import { readOptions, usage } from './options.ts';

const print = (text: string | Uint8Array): boolean => process.stdout.write(text);

/** The command: see `usage`. Exit status 1 where something is wrong with the reader, 2 where it could not run. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    print(usage);
    return 0;
  }
  const options = readOptions(args);
  if (options.show !== null) {
    print(generateFile(options, options.show).bytes);
    return 0;
  }
  const { seed } = options;
  print(`seed: ${seed}\n`);
  const startedAt = performance.now();
  const { faults, tally } = await campaign({ ...options, patienceMs: 60_000, print });
  const seconds = (performance.now() - startedAt) / 1_000;
  print(`\n${tally.table()}\n`);
  print(`seed ${seed}: ${tally.files} files in ${seconds.toFixed(0)} s: ${faults.length} faults\n`);
  return faults.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
}
