import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { inProcess } from '@berth/placement/testing/in-process.ts';
import { fillJournal } from '../ledgers/fill-journal.ts';
import { Connection } from '../load/connection.ts';
import { Progress } from '../progress.ts';
import { planOf } from '../worlds/plan-of.ts';
import { findInstallation, type Installation } from './installation.ts';
import { startOriginal } from './original.ts';

/** It takes ten seconds, for what changes seldom: in CI it must run. */
const reason = process.env['CI'] === 'true' ? null : 'only in CI (CI=true)';
if (reason !== null) process.stderr.write(`\nSKIPPED: filling the original Placement: ${reason}\n`);

const onFile: Installation = { database: 'SQLite', server: 'wsgiref', description: '' };

test('the original is filled with the world that is in our ledger', {
  skip: reason ?? false,
}, async (context) => {
  assert.ok(findInstallation(), "CI must compare with the original: install Debian's python3-placement");
  const plan = planOf('nested-3');
  const journal = new MemoryJournal([placementProjection]);
  await fillJournal(journal, plan);
  const berth = await inProcess(journal);
  const original = await startOriginal(onFile, plan, temporaryDirectory(context), new Progress());
  const connection = new Connection(original.url);
  try {
    const belongings = ['inventories', 'traits', 'aggregates', 'allocations', 'usages'];
    const paths = [
      ...plan.providers.flatMap(({ uuid }) =>
        belongings.map((name) => `/resource_providers/${uuid}/${name}`),
      ),
      ...plan.providers.map(({ uuid }) => `/resource_providers/${uuid}`),
      ...plan.consumers.map(({ uuid }) => `/allocations/${uuid}`),
    ];
    for (const path of paths) {
      const theirs = await connection.request({ method: 'GET', path });
      const ours = await berth.request('GET', path, { version: '1.39' });
      assert.deepEqual(sorted(JSON.parse(theirs.body.toString('utf8'))), sorted(ours.json), path);
    }
  } finally {
    connection.close();
    await original.stop();
    await berth.close();
  }
});

/** Lists of names come in no particular order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).sort((left, right) => (String(left) < String(right) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sorted(each)]));
}
