import { availableParallelism } from 'node:os';
import { runShards } from './run-shards.ts';
import { testCommand } from './test-command.ts';

/**
 * `npm test`: all tests, in many processes, a few at a time. With options of Node and files behind `--`, those, in one:
 *
 *   npm test -- --test-name-pattern='generation' packages/engine/src/decide.test.ts
 */
const args = process.argv.slice(2);

/** So many that none is left alone at the end with much to do; each has to load what it tests, so not more. */
const shards = 16;

const commands = Array.from({ length: args.length === 0 ? shards : 1 }, (_, index) =>
  testCommand(args.length === 0 ? [`--test-shard=${index + 1}/${shards}`] : args),
);

// Half of the time tests wait, for a process to start or for time to pass.
process.exitCode = await runShards(commands, 2 * availableParallelism());
