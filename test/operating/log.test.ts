import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BerthProcess, type BerthOptions, startBerth } from '../malformed/berth-process.ts';

for (const workers of [1, 3]) {
  test(`whoever stops reading the log loses lines, learns how many, and keeps nobody from ending the service (${workers} workers)`, async (t) => {
    const berth = await served(t, { leavesOutput: true, args: logging(workers) });
    const before = berth.residentMb();
    // 8 MB of lines may wait.
    const asked = await askUntil(berth, async () => (await linesLost(berth)) > 1_000);
    assert.ok(berth.residentMb() - before < 150, `${berth.residentMb() - before} MB more`);
    const lost = await linesLost(berth);

    berth.readOutput();
    await askUntil(berth, async () => /\d+ lines of the log were lost/.test(berth.output));
    assert.equal((await berth.stop()).code, 0);
    await sleep(0);
    const told = [...berth.output.matchAll(/"lost":(\d+)/g)].map(([, count]) => Number(count));
    const sum = told.reduce((one, other) => one + other, 0);
    assert.ok(sum >= lost, `${sum} told of ${lost}`);
    assert.ok(asked > 0);
    // The last line is whole, and is the last.
    assert.match(berth.output, /"msg":"stopped"\}\n$/);
  });

  test(`a service whose log nobody reads ends in order (${workers} workers)`, async (t) => {
    const berth = await served(t, { leavesOutput: true, args: logging(workers) });
    await askUntil(berth, async () => (await linesLost(berth)) > 0);
    assert.deepEqual(await berth.stop(), { code: 0, signal: null });
  });

  test(`a service whose log can never be read again goes on, and says so (${workers} workers)`, async (t) => {
    const berth = await served(t, { leavesOutput: true, args: logging(workers) });
    berth.closeOutput();
    for (;;) {
      assert.equal((await fetch(berth.url)).status, 200);
      const health = await fetch(`${berth.url}/healthcheck`);
      assert.equal(health.status, 200);
      if (/^the log cannot be written$/m.test(await health.text())) break;
      await sleep(20);
    }
    assert.deepEqual(await berth.stop(), { code: 0, signal: null });
  });
}

const logging = (workers: number) => [
  '--log-level',
  'info',
  '--workers',
  `${workers}`,
  '--shutdown-grace',
  '5s',
];

async function served(t: TestContext, options: Omit<BerthOptions, 'ledger'>): Promise<BerthProcess> {
  const berth = await startBerth({ ledger: ':memory:', ...options });
  t.after(() => berth.kill());
  return berth;
}

/** With long targets, so that there is soon enough of it. Says how often. */
async function askUntil(berth: BerthProcess, isEnough: () => Promise<boolean>): Promise<number> {
  const target = `${berth.url}/${'x'.repeat(3_000)}`;
  let asked = 0;
  while (!(await isEnough())) {
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let times = 0; times < 100; times++, asked++) await (await fetch(target)).arrayBuffer();
      }),
    );
  }
  return asked;
}

async function linesLost(berth: BerthProcess): Promise<number> {
  const text = await (await fetch(`${berth.url}/metrics`)).text();
  return Number(/^berth_log_lines_lost_total (\d+)$/m.exec(text)?.[1]);
}
