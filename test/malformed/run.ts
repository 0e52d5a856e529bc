import { bombs } from './bombs.ts';
import { campaign, type Findings } from './campaign.ts';
import { generateTrial } from './generate-trial.ts';
import { type Options, readOptions, usage } from './options.ts';
import { setOffBombs } from './set-off-bombs.ts';
import { seededWorld } from './world.ts';

const print = (text: string | Uint8Array): boolean => process.stdout.write(text);

/** The command: see `usage`. Exit status 1 where something is wrong with Berth, 2 where it could not run. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    print(usage);
    return 0;
  }
  const options = readOptions(args);
  if (options.show !== null) {
    show(options, options.show);
    return 0;
  }
  if (options.isForBombs) return await runBombs(options.berth ?? undefined);
  print(`seed: ${options.seed}\n`);
  const startedAt = performance.now();
  const findings = await campaign({ ...options, patienceSeconds: 15, print });
  print(summary(findings, options.seed, (performance.now() - startedAt) / 1_000));
  return findings.faults.length === 0 ? 0 : 1;
}

async function runBombs(command: string | undefined): Promise<number> {
  let faults = 0;
  await setOffBombs(
    bombs,
    ({ name, sentBytes, status, ms, fault }) => {
      const kilobytes = `${(sentBytes / 1024).toFixed(0)} KiB`;
      print(`${name.padEnd(46)} ${kilobytes.padStart(9)} ${status} ${ms.toFixed(0).padStart(6)} ms\n`);
      if (fault === null) return;
      faults += 1;
      print(`  ${fault}\n`);
    },
    command,
  );
  return faults === 0 ? 0 : 1;
}

function show({ seed, largestBody }: Options, number: number): void {
  for (const step of generateTrial({ seed, largestBody, world: seededWorld(seed) }, number).steps)
    if (step.do === 'send') print(step.bytes);
}

function summary({ faults, tally, unchanged, residentMb }: Findings, seed: string, seconds: number): string {
  const slowest = tally.slowest.map(
    ({ number, kind, ms }) => `${ms.toFixed(0)} ms trial ${number} (${kind})`,
  );
  return [
    '',
    tally.table(),
    '',
    `slowest answers: ${slowest.join(', ')}`,
    `memory: up to ${residentMb.warm} MB during the warm-up, ${residentMb.end} MB at the end`,
    `the world was looked at ${unchanged} times after requests that were refused, and was unchanged`,
    `seed ${seed}: ${tally.trials} trials in ${seconds.toFixed(0)} s: ${faults.length} faults`,
    '',
  ].join('\n');
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
}
