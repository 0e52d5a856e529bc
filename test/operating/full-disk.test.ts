import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BerthProcess, startBerth } from '../malformed/berth-process.ts';
import { smallDisk } from './small-disk.ts';

const headers = { 'x-auth-token': 'admin', 'openstack-api-version': 'placement 1.39' };

for (const workers of [1, 2]) {
  test(`a full disk is told in the log, in health and in metrics, and so is that there is room again (${workers} workers)`, async (t) => {
    const disk = smallDisk(t);
    if (disk === null) return;
    const berth = await served(t, join(disk.path, 'berth.db'), ['--workers', `${workers}`]);
    assert.equal((await health(berth, '')).status, 200);
    assert.equal(await putTrait(berth, 'CUSTOM_BEFORE'), 201);

    disk.fill();
    // What the write-ahead log has from before is used first.
    let stored = 0;
    while ((await putTrait(berth, `CUSTOM_${stored}`)) === 201) stored++;
    for (let times = 0; times < 50; times++) assert.equal(await putTrait(berth, 'CUSTOM_NOT'), 503);
    // Reads go on, and it is alive.
    assert.equal((await fetch(`${berth.url}/traits/CUSTOM_BEFORE`, { headers })).status, 204);
    assert.equal((await fetch(`${berth.url}/traits/CUSTOM_NOT`, { headers })).status, 404);
    for (const path of ['', '/ready']) {
      const { status, text } = await health(berth, path);
      assert.equal(status, 503);
      assert.match(text, /^changes cannot be stored: the disk is full/);
      assert.ok(!text.includes(disk.path), 'nobody without a token learns where it is');
    }
    assert.deepEqual(await health(berth, '/live'), { status: 200, text: 'OK' });
    const metrics = await metricsOf(berth, /^berth_store_failing 1$/m);
    assert.match(metrics, /^berth_store_failures_total\{reason="full"\} \d+$/m);
    assert.match(metrics, /^berth_ledger_disk_free_bytes 0$/m);
    const errors = lines(berth).filter(({ level }) => level === 'error');
    assert.equal(errors.length, 1, berth.output);
    assert.match(errors[0]?.msg ?? '', /^changes cannot be stored/);

    disk.clear();
    // Nobody writes anything.
    while ((await health(berth, '/ready')).status !== 200) await sleep(50);
    assert.equal(await putTrait(berth, 'CUSTOM_AFTER'), 201);
    assert.match(await metricsOf(berth, /^berth_store_failing 0$/m), /^berth_store_failing 0$/m);
    assert.equal((await berth.stop()).code, 0);
    assert.equal(lines(berth).filter(({ msg }) => msg === 'changes can be stored again').length, 1);
  });
}

test('a start on a full disk serves reads, says so, and writes when there is room', async (t) => {
  const disk = smallDisk(t);
  if (disk === null) return;
  const ledger = join(disk.path, 'berth.db');
  const first = await served(t, ledger);
  assert.equal(await putTrait(first, 'CUSTOM_KEPT'), 201);
  await first.stop();
  for (const lastEnd of ['in order', 'at once'] as const) {
    disk.fill();
    const berth = await served(t, ledger);
    assert.equal((await fetch(`${berth.url}/traits/CUSTOM_KEPT`, { headers })).status, 204);
    assert.equal((await health(berth, '/ready')).status, 503);
    assert.equal((await health(berth, '/live')).status, 200);
    assert.match(lines(berth)[0]?.msg ?? '', /^changes cannot be stored/);
    assert.equal(await putTrait(berth, 'CUSTOM_NOT'), 503);
    disk.clear();
    while ((await health(berth, '/ready')).status !== 200) await sleep(50);
    assert.equal(await putTrait(berth, `CUSTOM_THEN`), lastEnd === 'in order' ? 201 : 204);
    await berth.kill();
  }
});

test('what a disk does not take for another reason than room is told and mended the same way', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'berth-limit-'));
  t.after(() => rm(directory, { recursive: true }));
  const berth = await served(t, join(directory, 'berth.db'));
  // A limit of the size of files, which to SQLite is as a quota (EDQUOT) or a file system that was made read-only (EROFS).
  if (!limitFiles(t, berth, '4096')) return;
  for (let times = 0; times < 10; times++) assert.equal(await putTrait(berth, 'CUSTOM_NOT'), 503);
  assert.ok(berth.isAlive, berth.output);
  assert.equal((await fetch(`${berth.url}/traits/CUSTOM_NOT`, { headers })).status, 404);
  const { status, text } = await health(berth, '');
  assert.equal(status, 503);
  assert.match(text, /^changes cannot be stored: the disk does not take them/);
  limitFiles(t, berth, 'unlimited');
  while ((await health(berth, '/ready')).status !== 200) await sleep(50);
  assert.equal(await putTrait(berth, 'CUSTOM_THEN'), 201);
  assert.equal((await berth.stop()).code, 0);
  // All that was acknowledged is there, and nothing else.
  const next = await served(t, join(directory, 'berth.db'));
  assert.equal((await fetch(`${next.url}/traits/CUSTOM_THEN`, { headers })).status, 204);
  assert.equal((await fetch(`${next.url}/traits/CUSTOM_NOT`, { headers })).status, 404);
});

function limitFiles(t: TestContext, { pid }: BerthProcess, size: string): boolean {
  const { error, status, stderr } = spawnSync('prlimit', ['--pid', `${pid}`, `--fsize=${size}:unlimited`], {
    encoding: 'utf8',
  });
  if (status === 0) return true;
  t.skip(`SKIPPED: no limits can be set here: ${error?.message ?? stderr}`);
  return false;
}

test('the log file may be on a full disk: the service goes on, and the log when there is room', async (t) => {
  const disk = smallDisk(t);
  if (disk === null) return;
  const logFile = join(disk.path, 'berth.log');
  disk.fill();
  const berth = await served(t, ':memory:', ['--log-level', 'info', '--log-file', logFile]);
  for (let times = 0; times < 100; times++) assert.equal((await fetch(berth.url)).status, 200);
  assert.match((await health(berth, '')).text, /^OK\nthe log cannot be written$/);
  disk.clear();
  while ((await health(berth, '')).text !== 'OK') await sleep(50);
  assert.equal((await berth.stop()).code, 0);
  const logged = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  for (const line of logged) JSON.parse(line);
  assert.equal(logged.filter((line) => line.includes('"msg":"request"')).length, 100);
});

async function served(t: TestContext, ledger: string, args: readonly string[] = []): Promise<BerthProcess> {
  const berth = await startBerth({ ledger, args });
  t.after(() => berth.kill());
  return berth;
}

async function putTrait(berth: BerthProcess, name: string): Promise<number> {
  return (await fetch(`${berth.url}/traits/${name}`, { method: 'PUT', headers })).status;
}

async function health(berth: BerthProcess, path: string) {
  const answer = await fetch(`${berth.url}/healthcheck${path}`);
  return { status: answer.status, text: await answer.text() };
}

/** They are made once a second. */
async function metricsOf(berth: BerthProcess, pattern: RegExp): Promise<string> {
  for (;;) {
    const text = await (await fetch(`${berth.url}/metrics`)).text();
    if (pattern.test(text)) return text;
    await sleep(100);
  }
}

function lines(berth: BerthProcess): { readonly level: string; readonly msg: string }[] {
  return berth.output
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { level: string; msg: string });
}
