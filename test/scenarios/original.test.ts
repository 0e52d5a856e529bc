import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasOracle, startOracle } from '../differential/oracle.ts';
import { peerTarget } from './peer-target.ts';
import { playAll } from './play-all.ts';
import { readScenarios } from './read-scenarios.ts';

/** It takes 20 seconds, in which our own server is not even asked: in CI it must run, by hand there is run.ts. */
const reason =
  process.env['CI'] === 'true'
    ? null
    : 'only in CI; by hand: node test/scenarios/run.ts --original --url URL';
if (reason !== null) process.stderr.write(`\nSKIPPED: the scenarios on the original Placement: ${reason}\n`);

test('what the scenarios expect is what the original does', { skip: reason ?? false }, async () => {
  assert.ok(
    hasOracle(),
    "CI must compare with the original: install Debian's python3-placement and python3-waitress",
  );
  const oracle = await startOracle(0);
  try {
    const server = { target: peerTarget(oracle.peer), reset: () => oracle.reset() };
    const { failures } = await playAll(readScenarios(), server, true);
    assert.deepEqual(failures, []);
  } finally {
    await oracle.stop();
  }
});
