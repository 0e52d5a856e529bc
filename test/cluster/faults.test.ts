import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed } from '@berth/testing/random-cases.ts';
import { hasPostgres } from '@berth/ledger/testing/postgres-place.ts';
import { PostgresServer } from '@berth/ledger/testing/postgres-server.ts';
import { type FaultKind, faultKinds } from './faults/fault.ts';
import { faultTest } from './faults/fault-test.ts';
import { verdictText } from './verdict-text.ts';

/** The long run is test/cluster/run-faults.ts. */
test('three processes go on by themselves whatever happens, and all that their clients see fits one order', async (t) => {
  if (!(await hasPostgres(t))) return;
  const hasOwnClock = PostgresServer.canHaveOwnClock;
  if (!hasOwnClock && process.env['CI'])
    throw new Error('There is no libfaketime, and in CI there has to be.');
  if (!hasOwnClock)
    process.stderr.write('\n*** WITHOUT STEPS OF THE CLOCK: LIBFAKETIME IS NOT INSTALLED ***\n');
  const all = Object.keys(faultKinds) as FaultKind[]; // It has no other keys.
  const kinds = all.filter((kind) => kind !== 'clock' || hasOwnClock);
  const from = String(seed());
  const { verdict, rounds } = await faultTest({
    kinds,
    rounds: kinds.length,
    clients: 16,
    leaseMs: 500,
    seed: from,
    print: (text) => process.stderr.write(`\nseed ${from}: ${text}`),
  });
  assert.deepEqual([...verdict.findings.kept], [], verdictText(verdict));
  assert.deepEqual(
    rounds.map(({ kind }) => kind),
    kinds,
  );
});
