import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { hasPostgres } from '@berth/ledger/testing/postgres-place.ts';
import { brokenBuilds } from './broken/broken-builds.ts';
import { tryBrokenBuild } from './broken/try-broken-build.ts';
import { historyTest } from './history-test.ts';
import { verdictText } from './verdict-text.ts';

/** The long runs are test/cluster/run-history.ts and test/cluster/run-broken.ts. */

test('all that clients of three processes see fits one order', async (t) => {
  if (!(await hasPostgres(t))) return;
  const from = String(seed());
  const { operations, seconds, verdict, tally } = await historyTest({
    seed: from,
    operations: runsOf(3_000),
    clients: 16,
    leaseMs: 2_000,
  });
  const text = verdictText(verdict);
  process.stderr.write(
    `\nthree processes: seed ${from}, ${operations} operations in ${seconds.toFixed(1)} s, ${text}\n`,
  );
  assert.deepEqual([...verdict.findings.kept], []);
  for (const name of [
    'look',
    'claim (PUT)',
    'claim (POST)',
    'release (DELETE)',
    'release (PUT)',
    'move',
    'reshape',
  ]) {
    assert.ok((tally.get(name)?.done ?? 0) > 0, `nobody has done a ${name}`);
  }
});

test('a follower that answers without looking for what is new is found out', async (t) => {
  if (!(await hasPostgres(t))) return;
  const [build] = brokenBuilds;
  assert.ok(build);
  const verdict = await tryBrokenBuild(build, {
    seed: String(seed()),
    operations: 2_000,
    rounds: 0,
    print: () => {},
  });
  if (verdict instanceof Error) throw verdict;
  assert.ok(verdict.findings.counts.has('stale read'), verdictText(verdict));
});
