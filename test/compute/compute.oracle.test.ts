import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNotOriginal } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { runsOf, seed } from '@berth/testing/random-cases.ts';
import { comparison } from './comparison.ts';
import { comparedNouns as nouns } from './nouns.ts';

const reason = whyNotOriginal();
if (reason !== null) process.stderr.write(`\nSKIPPED: the comparison with the original Nova: ${reason}\n`);

for (const [policy, requests] of [
  ['secure', 600],
  ['legacy', 200],
] as const) {
  test(`our compute service answers random requests as the original does, with ${policy} rules`, {
    skip: reason ?? false,
  }, async () => {
    const plan = { nouns, requests: runsOf(requests), spoiled: 0.15, policy };
    const report = await comparison({ ...plan, seed: String(seed()) }, () => undefined);
    process.stderr.write(
      `\ncomparison with the original Nova, ${policy}, seed ${seed()}: ${report.lastLine()}\n`,
    );
    assert.equal(report.unexplained, 0, report.summary());
    assert.ok(report.requests >= requests, 'too little was compared');
  });
}
