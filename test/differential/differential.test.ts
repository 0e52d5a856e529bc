import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed } from '@berth/testing/random-cases.ts';
import { berthCommand } from './compared-server.ts';
import { differential } from './differential.ts';
import { hasOracle } from './oracle.ts';

const command = berthCommand();
const seeds = ['berth-1', 'berth-2', String(seed())];

/** Why this cannot run here; null where it can. In CI the original must be there. */
function whyNot(): string | null {
  if (command === null) return 'there is no .ci/serve-for-conformance to start Berth with';
  if (hasOracle() || process.env['CI'] === 'true') return null;
  return "the original Placement is not installed (Debian's python3-placement and python3-waitress)";
}

const reason = whyNot();
if (reason !== null)
  process.stderr.write(`\nSKIPPED: the comparison with the original Placement: ${reason}\n`);

test('Berth answers random requests on random worlds as the original does', {
  skip: reason ?? false,
}, async () => {
  assert.ok(command !== null);
  assert.ok(
    hasOracle(),
    "CI must compare with the original: install Debian's python3-placement and python3-waitress",
  );
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
  const worlds = numbers(5).flatMap((number) =>
    seeds.map((seed) => ({ seed, number, reads: numbers(80), steps: numbers(30) })),
  );
  const { report, problems } = await differential(
    { worlds, source: { kind: 'command', command }, jobs: 2, secondsMax: 75 },
    () => undefined,
  );
  process.stderr.write(`\ncomparison with the original, seeds ${seeds.join(' ')}: ${report.lastLine()}\n`);
  assert.deepEqual(problems, []);
  assert.equal(report.unexplained, 0, report.summary());
  assert.ok(report.reads > 0 && report.writes > 0, 'nothing was compared');
});
