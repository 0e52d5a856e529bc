import { campaign, type Findings } from './campaign.ts';
import { generateTrial } from './generate-trial.ts';
import { type Options, readOptions, usage } from './options.ts';
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
  print(`seed: ${options.seed}\n`);
  const startedAt = performance.now();
  const findings = await campaign({ ...options, print });
  print(summary(findings, options.seed, (performance.now() - startedAt) / 1_000));
  return findings.faults.length === 0 ? 0 : 1;
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
    `memory: ${residentMb.warm} MB after the warm-up, ${residentMb.end} MB at the end`,
    `the world was unchanged after ${unchanged} hundreds of refused requests`,
    `seed ${seed}: ${tally.trials} trials in ${seconds.toFixed(0)} s: ${faults.length} faults`,
    '',
  ].join('\n');
}

try {
  process.exitCode = await main(process.argv.slice(2)); setInterval(()=>console.error(process.getActiveResourcesInfo().join()),1000)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
}
