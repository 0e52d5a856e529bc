import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { seed } from '@berth/testing/random-cases.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { hasOracle, startOracle } from '../differential/oracle.ts';
import { startBerth } from '../malformed/berth-process.ts';
import { compareServers } from './compare-servers.ts';
import { fillOriginal } from './fill-original.ts';
import { runBerth } from './run-berth.ts';

const hostCount = 24;

const isHere = hasOracle();
const reason = "the original Placement is not installed (Debian's python3-placement and python3-waitress)";
if (!isHere && process.env['CI'] !== 'true')
  process.stderr.write(`\nSKIPPED: moving in from the original Placement: ${reason}\n`);

/** The same with a large world: start both, and test/moving/compare.ts. */
test('all that was in the original is answered by Berth, after an import, as by the original', {
  skip: !isHere && process.env['CI'] !== 'true' ? reason : false,
}, async (t) => {
  assert.ok(isHere, `CI must have the original: ${reason}`);
  const ledger = join(temporaryDirectory(t), 'berth.db');
  const original = await startOracle(0);
  try {
    await fillOriginal(original.peer, hostCount, String(seed()));
    const from = ['--from', original.peer.url, '--token', 'admin'];
    const imported = await runBerth('import', ...from, '--ledger', ledger, '--concurrency', '1');
    assert.equal(imported.code, 0, imported.complaints);

    const berth = await startBerth({ ledger });
    try {
      const { requests, unexplained } = await compareServers(
        { a: original.peer.url, b: berth.url },
        { connections: 1 },
      );
      process.stderr.write(`\nmoved in from the original, seed ${seed()}: ${requests} answers compared\n`);
      assert.deepEqual(unexplained, []);
      assert.ok(requests > 600, `only ${requests} requests`);
    } finally {
      await berth.stop();
    }
  } finally {
    await original.stop();
  }
});
