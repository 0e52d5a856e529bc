import type { TestContext } from 'node:test';
import type { PostgresPlace } from '../journal/postgres/session.ts';
import { PostgresServer } from './postgres-server.ts';

let shared: Promise<PostgresServer | null> | null = null;
let placeCount = 0;
let skippedCount = 0;

/** A schema of its own in the PostgreSQL that all tests of this process share. */
export async function postgresPlace(): Promise<PostgresPlace> {
  const server = await sharedPostgres();
  if (server === null) throw new Error('There is no PostgreSQL here.');
  placeCount++;
  return { url: server.url, schema: `test_${placeCount}` };
}

/**
 * Whether there is one; if not, the test is skipped, which is said at the end, loudly. In CI it has to be there.
 */
export async function hasPostgres(test: TestContext): Promise<boolean> {
  if ((await sharedPostgres()) !== null) return true;
  if (process.env['CI']) throw new Error('There is no PostgreSQL, and in CI there has to be one.');
  if (skippedCount++ === 0) {
    process.once('exit', () => {
      process.stderr.write(
        `\n*** ${skippedCount} TESTS ON POSTGRESQL WERE SKIPPED: THERE IS NONE HERE ***\n`,
      );
    });
  }
  test.skip('there is no PostgreSQL here');
  return false;
}

function sharedPostgres(): Promise<PostgresServer | null> {
  shared ??= PostgresServer.start();
  return shared;
}
