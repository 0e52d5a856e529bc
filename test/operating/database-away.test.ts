import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BreakingProxy } from '@berth/ledger/testing/breaking-proxy.ts';
import { PostgresServer } from '@berth/ledger/testing/postgres-server.ts';
import { startBerth } from '../malformed/berth-process.ts';

test('a database that is away is told once in the log and in health and metrics, without its name, and so is its return', async (t) => {
  const postgres = await PostgresServer.start();
  if (postgres === null) {
    t.skip('SKIPPED: there is no PostgreSQL here');
    return;
  }
  t.after(() => postgres.stop());
  const proxy = await BreakingProxy.before(Number(new URL(postgres.url).port));
  const url = new URL(postgres.url);
  url.port = `${proxy.port}`;
  const berth = await startBerth({ ledger: url.href, args: ['--lease', '1s'] });
  t.after(() => berth.kill());
  while (!/^leader at/m.test(await (await fetch(`${berth.url}/healthcheck/ready`)).text())) await sleep(50);

  proxy.refuse();
  proxy.cut();
  for (;;) {
    const answer = await fetch(`${berth.url}/healthcheck/ready`);
    const text = await answer.text();
    if (answer.status === 503) {
      assert.match(text, /^the database cannot be asked$/m);
      assert.ok(!text.includes('127.0.0.1') && !text.includes(`${proxy.port}`), text);
      break;
    }
    await sleep(50);
  }
  assert.equal((await fetch(`${berth.url}/healthcheck/live`)).status, 200);
  assert.match(await (await fetch(`${berth.url}/metrics`)).text(), /^berth_store_failing 1$/m);
  const told = (message: string) => berth.output.split(`"msg":"${message}"`).length - 1;
  while (told('the database cannot be asked') === 0) await sleep(50);
  // It is looked at four times in the length of a lease.
  await sleep(1_500);
  assert.equal(told('the database cannot be asked'), 1, berth.output);

  proxy.heal();
  while ((await fetch(`${berth.url}/healthcheck/ready`)).status !== 200) await sleep(50);
  while (told('the database can be asked again') === 0) await sleep(50);
  assert.equal(told('the database can be asked again'), 1);
  assert.equal((await berth.stop()).code, 0);
});
