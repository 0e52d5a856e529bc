import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LedgerCache } from './ledgers/ledger-cache.ts';
import { generatorName } from './load/generator.ts';
import { type Bench, measureWorld } from './measuring/measure-world.ts';
import type { WorldResult } from './measuring/world-result.ts';
import { millionName, operationsOf } from './ops/operations-of.ts';
import { type Options, readOptions, usage } from './options.ts';
import { findInstallation, type Installation } from './original/installation.ts';
import { Progress } from './progress.ts';
import { machine } from './report/machine.ts';
import { report, type RunFacts } from './report/report.ts';
import { planOf } from './worlds/plan-of.ts';
import { fullSuite, quickSuite, type Suite } from './worlds/suite.ts';

const resultsFile = join(import.meta.dirname, 'RESULTS.md');

const introduction = `# Results

The last run of \`npm run bench -- --write\`.
`;

const print = (text: string): boolean => process.stdout.write(text);

/** The command: see `usage`. */
async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const suite = options.isQuick ? quickSuite : fullSuite;
  if (options.asksFor === 'help') print(usage);
  else if (options.asksFor === 'list') print(listing(suite, options));
  else await measure(suite, options);
}

async function measure(suite: Suite, options: Options): Promise<void> {
  const installation = options.withOriginal ? findInstallation() : null;
  const worlds = await measureAll(suite, options, installation);
  const facts: RunFacts = {
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    seconds: options.seconds,
    generator: generatorName(options.seconds),
    original: installation?.description ?? null,
    isQuick: options.isQuick,
    roles: suite.roles,
  };
  const text = report(facts, worlds);
  print(text);
  if (options.jsonFile !== null)
    await writeFile(options.jsonFile, `${JSON.stringify({ facts, worlds }, null, 1)}\n`);
  if (options.writesResults) await writeFile(resultsFile, `${introduction}\n${text}`);
}

async function measureAll(
  suite: Suite,
  { worlds, operations, seconds, cacheDirectory, profilesAll }: Options,
  installation: Installation | null,
): Promise<WorldResult[]> {
  const workDirectory = join(cacheDirectory, `work-${process.pid}`);
  await mkdir(workDirectory, { recursive: true });
  // However we end: ledgers are large.
  process.on('exit', () => rmSync(workDirectory, { recursive: true, force: true }));
  const bench: Bench = {
    settings: { seconds, connections: 16 },
    ledgers: new LedgerCache(cacheDirectory, workDirectory),
    cacheDirectory,
    workDirectory,
    progress: new Progress(),
  };
  const results: WorldResult[] = [];
  for (const { name, operations: which, isCompared } of suite.worlds.filter(({ name }) =>
    worlds.test(name),
  )) {
    const plan = planOf(name);
    const wanted = operationsOf(plan, which).filter((operation) => operations.test(operation.name));
    if (wanted.length === 0) continue;
    results.push(
      await measureWorld(bench, plan, {
        operations: wanted,
        installation: isCompared ? installation : null,
        // What holds back a million claims is always asked.
        isProfiled: (operation) => profilesAll || operation.name === millionName,
      }),
    );
  }
  return results;
}

function listing(suite: Suite, { worlds, operations }: Options): string {
  const lines = suite.worlds
    .filter(({ name }) => worlds.test(name))
    .map(({ name, operations: which, isCompared }) => {
      const names = operationsOf(planOf(name), which).map((operation) => operation.name);
      const shown = names.filter((operation) => operations.test(operation)).join(' ');
      return `${name}${isCompared ? ' (beside the original)' : ''}\n  ${shown}\n`;
    });
  return lines.join('');
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
}
