import { spawn } from 'node:child_process';
import { PostgresServer } from '@berth/ledger/testing/postgres-server.ts';

/**
 * Runs a command with a PostgreSQL of its own, whose URL is in TEST_LEDGER:
 * `node test/with-postgres.ts COMMAND ARGUMENT…`
 */
const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  process.stderr.write('usage: node test/with-postgres.ts COMMAND ARGUMENT…\n');
  process.exit(2);
}
const server = await PostgresServer.start();
if (server === null) {
  process.stderr.write('there is no PostgreSQL here\n');
  process.exit(1);
}
const running = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_LEDGER: server.url },
});
const code = await new Promise<number>((resolve) => {
  running.once('error', (error) => {
    process.stderr.write(`${command}: ${error.message}\n`);
    resolve(1);
  });
  running.once('exit', (status) => resolve(status ?? 1));
});
await server.stop();
process.exit(code);
