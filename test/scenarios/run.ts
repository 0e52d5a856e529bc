import { parseArgs } from 'node:util';
import { emptyServer } from '../differential/empty-server.ts';
import { Peer } from '../differential/exchange.ts';
import { peerTarget } from './peer-target.ts';
import { playAll } from './play-all.ts';
import { readScenarios } from './read-scenarios.ts';

const usage = `Play the scenarios on a running Placement server. Everything in it will be deleted.

  node test/scenarios/run.ts --url URL [options] [FILE ...]

  --url URL       where the server runs; it must believe every token (noauth2)
  --original      it is the original: steps marked as explained must differ, all others must not
  --name TEXT     only scenarios with this in their name
  FILE            only these files: providers, seams ...
`;

/** The command: see `usage`. Exit status 1 where a scenario fails, 2 where they could not be played. */
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
  const peer = new Peer(values.url);
  try {
    const server = { target: peerTarget(peer), reset: () => emptyServer(peer) };
    const { failures, explained } = await playAll(scenarios, server, values.original);
    for (const failure of failures) print(`FAILED ${failure}\n\n`);
    for (const step of explained) print(`Explained as ${step.explained}: ${step.problem}\n\n`);
    print(
      `${scenarios.length} scenarios, ${failures.length} failed, ${explained.length} explained differences\n`,
    );
    return failures.length === 0 ? 0 : 1;
  } finally {
    peer.close();
  }
}

const print = (text: string): boolean => process.stdout.write(text);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
