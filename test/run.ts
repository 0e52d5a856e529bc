import { spawn } from 'node:child_process';
import { testCommand } from './test-command.ts';

/**
 * `npm test`, with options of Node and files behind `--`:
 *
 *   npm test -- --test-name-pattern='generation' packages/engine/src/decide.test.ts
 */
const tests = spawn(process.execPath, testCommand(process.argv.slice(2)), { stdio: 'inherit' });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal));

tests.on('exit', (code, signal) => {
  if (signal !== null) process.stderr.write(`the tests were ended by ${signal}\n`);
  process.exitCode = code ?? 1;
});
