import { crashCampaign } from './campaign.ts';
import { readOptions, usage } from './options.ts';
import { summary, writeCrashes } from './report.ts';

const print = (text: string): boolean => process.stdout.write(text);

/** The command: see `usage`. Exit status 1 where something was lost or is wrong, 2 where it could not run. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    print(usage);
    return 0;
  }
  const options = readOptions(args);
  print(`seed: ${options.seed}\n`);
  const result = await crashCampaign({ ...options, print });
  print(`${summary(result)}\n`);
  if (result.wrong !== null) return 1;
  if (options.isWritten) writeCrashes(result);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
}
