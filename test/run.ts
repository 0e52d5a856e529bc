import { availableParallelism } from 'node:os';
import { runShards } from './run-shards.ts';
import { testCommand } from './test-command.ts';

/**
 * `npm test`: all tests, in two processes where the machine has two processors. With options of Node and files behind `--`, those, in one:
 *
 *   npm test -- --test-name-pattern='generation' packages/engine/src/decide.test.ts
 */
const args = process.argv.slice(2);
const count = args.length === 0 ? Math.min(2, availableParallelism()) : 1;
const commands = Array.from({ length: count }, (_, index) =>
  testCommand(count === 1 ? args : [`--test-shard=${index + 1}/${count}`]),
);

process.exitCode = await runShards(commands);
