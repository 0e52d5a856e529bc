import { parseArgs } from 'node:util';
import { Names } from './names.ts';
import { readScenarios } from './read-scenarios.ts';
import { runScenario } from './run-scenario.ts';
import { type UrlTarget, urlTarget } from './url-target.ts';

const usage = `Play the scenarios on a running Placement server. Everything in it will be deleted.

  node test/scenarios/run.ts --url URL [options] [FILE ...]

  --url URL       where the server runs; tokens must not be checked (noauth2)
  --original      it is the original: steps marked as explained may differ
  --name TEXT     only scenarios with this in their name
  FILE            only these files: providers, seams ...
`;

/** Exit status 1 where a scenario fails, 2 where they could not be played. */
async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      original: { type: 'boolean', default: false },
      name: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    print(usage);
    return 0;
  }
  if (values.url === undefined) throw new Error(`--url is missing\n\n${usage}`);
  const scenarios = readScenarios(positionals).filter(({ name }) => name.includes(values.name));
  if (scenarios.length === 0) throw new Error(`No scenario has "${values.name}" in its name.`);
  const target = urlTarget(values.url);
  try {
    return await playAll(scenarios, target, values.original);
  } finally {
    target.close();
  }
}

async function playAll(
  scenarios: ReturnType<typeof readScenarios>,
  target: UrlTarget,
  isOriginal: boolean,
): Promise<number> {
  const run = Date.now();
  const explained: string[] = [];
  let failed = 0;
  for (const [index, scenario] of scenarios.entries()) {
    await target.empty();
    try {
      // Other uuids each time: the original keeps consumers that cannot be seen or removed.
      const names = new Names(`${run} ${index}`);
      const differing = await runScenario(scenario, target, { names, isOriginal });
      for (const step of differing) explained.push(`${step.explained}: ${step.problem}`);
    } catch (error) {
      failed++;
      print(`FAILED ${error instanceof Error ? error.message : String(error)}\n\n`);
    }
  }
  await target.empty();
  if (explained.length > 0) print(`Explained differences:\n\n${explained.join('\n\n')}\n\n`);
  print(`${scenarios.length} scenarios, ${failed} failed, ${explained.length} explained differences\n`);
  return failed === 0 ? 0 : 1;
}

const print = (text: string): boolean => process.stdout.write(text);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
