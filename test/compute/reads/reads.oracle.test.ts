import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNotOriginal } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { comparisonOfReads } from './comparison-of-reads.ts';

const reason = whyNotOriginal();
if (reason !== null) process.stderr.write(`\nSKIPPED: reads compared with the original Nova: ${reason}\n`);

test('our compute service answers random reads of a fleet as the original does', {
  skip: reason ?? false,
}, async () => {
  const plan = {
    seed: String(seed()),
    requests: { all: runsOf(250), windows: runsOf(100), 'migration-windows': runsOf(100) },
    policy: 'secure',
  } as const;
  const report = await comparisonOfReads(plan, () => undefined);
  process.stderr.write(`\nreads compared with the original Nova, seed ${seed()}: ${report.lastLine()}\n`);
  assert.equal(report.unexplained, 0, report.summary());
  assert.ok(report.requests >= runsOf(450), 'too little was compared');
});
