import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneCertificate } from '@berth/api-kit/testing/test-certificates.ts';
import { untilCatches } from './until-catches.ts';
import { berthCommand, type BerthProcess, startBerth } from '../malformed/berth-process.ts';

const steady = ['SIGHUP', 'SIGUSR2', 'SIGPIPE', 'SIGUSR1'] as const;
const headers = { 'x-auth-token': 'admin', 'openstack-api-version': 'placement 1.39' };

for (const workers of [1, 2]) {
  test(`no signal but those that are meant to end it does (${workers} workers)`, async (t) => {
    const berth = await served(t, ['--workers', `${workers}`, '--shutdown-grace', '20s']);
    for (const signal of steady) {
      for (let times = 0; times < 5; times++) berth.signal(signal);
      assert.equal((await fetch(berth.url)).status, 200, signal);
    }
    // While it stops, too: a request that has begun is waited for.
    const socket = connect(berth.port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write('POST /traits HTTP/1.1\r\nhost: h\r\ncontent-length: 9\r\n\r\nabc');
    await sleep(200);
    berth.signal('SIGTERM');
    for (const signal of steady) {
      await sleep(50);
      berth.signal(signal);
    }
    await sleep(200);
    assert.ok(berth.isAlive);
    socket.destroy();
    assert.deepEqual(await berth.ended, { code: 0, signal: null });
    assert.doesNotMatch(berth.output, /debugger|inspector/i);
  });
}

test('other commands are not ended by them either', async (t) => {
  const directory = await temporary(t);
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const child = spawn(berthCommand, ['import', pipe, '--ledger', join(directory, 'berth.db')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (output += chunk));
  // Not SIGUSR1, which Node has blocked.
  await untilCatches(child.pid ?? 0, steady.slice(0, 3));
  for (const signal of steady) {
    child.kill(signal);
    await sleep(50);
  }
  assert.equal(child.exitCode ?? child.signalCode, null);
  // What it waits for is no export, and it says so.
  writeFileSync(pipe, 'nonsense\n');
  assert.deepEqual(await ended, [1, null]);
  assert.doesNotMatch(output, /debugger|inspector/i);
});

for (const workers of [1, 2]) {
  test(`SIGHUP puts a new policy and level in force, and leaves the old where the new one is wrong (${workers} workers)`, async (t) => {
    const directory = await temporary(t);
    const policy = join(directory, 'policy.yaml');
    const settings = join(directory, 'berth.yaml');
    const computePolicy = join(directory, 'compute.yaml');
    const write = (rule: string, level: string, port = '', ofCompute = rule) => {
      writeFileSync(policy, `"placement:traits:list": "${rule}"\n`);
      writeFileSync(computePolicy, `"os_compute_api:os-flavor-manage:delete": "${ofCompute}"\n`);
      const files = `  file: ${policy}\n  compute_file: ${computePolicy}\n`;
      writeFileSync(settings, `log:\n  level: ${level}\npolicy:\n${files}${port}`);
    };
    write('!', 'warn');
    const berth = await served(t, ['--workers', `${workers}`, '--config', settings], false);
    assert.deepEqual(await statuses(berth), [403]);
    assert.deepEqual(await statuses(berth, ...noFlavor), [403]);

    write('@', 'info');
    berth.signal('SIGHUP');
    await logged(berth, 'settings and policy read again');
    assert.deepEqual(await statuses(berth), [200]);
    assert.deepEqual(await statuses(berth, ...noFlavor), [404]);
    await logged(berth, 'request');

    for (const [wrong, isCompute] of [
      ['((', false],
      ['rule:of_itself"\n"of_itself": "rule:of_itself', false],
      ['((', true],
    ] as const) {
      const before = count(berth, 'could not be read again, and stays as it was');
      write(isCompute ? '!' : wrong, 'debug', '', isCompute ? wrong : '!');
      berth.signal('SIGHUP');
      while (count(berth, 'could not be read again, and stays as it was') === before) await sleep(20);
      assert.deepEqual(await statuses(berth), [200]);
      assert.deepEqual(await statuses(berth, ...noFlavor), [404]);
    }
    write('!', 'nonsense');
    berth.signal('SIGHUP');
    while (!berth.output.includes('nonsense')) await sleep(20);
    assert.deepEqual(await statuses(berth), [200]);

    write('!', 'info', 'server:\n  port: 1\n  host: 127.0.0.2\n');
    berth.signal('SIGHUP');
    await logged(berth, 'changed settings that count from the next start on');
    assert.deepEqual(await statuses(berth), [403]);
    assert.match(berth.output, /"settings":\["server.host"\]/);
    assert.equal((await berth.stop()).code, 0);
  });
}

for (const workers of [1, 2]) {
  test(`a certificate that SIGHUP finds to be no good counts as one that failed (${workers} workers)`, async (t) => {
    const directory = await temporary(t);
    const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    writeFileSync(cert, oneCertificate.cert);
    writeFileSync(key, oneCertificate.key);
    const berth = await served(
      t,
      ['--workers', `${workers}`, '--log-level', 'info', '--tls-cert', cert, '--tls-key', key],
      false,
    );
    await logged(berth, 'ready');
    writeFileSync(key, 'no key');
    berth.signal('SIGHUP');
    await logged(berth, 'settings and policy read again');
    assert.match(berth.output, /"part":"certificate and key".*the TLS key in .* cannot be used/);
    assert.equal((await berth.stop()).code, 0);
  });
}

test('a log file that is rotated away is left after SIGHUP, with no line lost', async (t) => {
  const directory = await temporary(t);
  const file = join(directory, 'berth.log');
  const berth = await served(t, ['--log-level', 'info', '--log-file', file]);
  let asked = 0;
  for (let round = 1; round <= 3; round++) {
    for (let times = 0; times < 20; times++, asked++) await fetch(`${berth.url}/?${asked}`);
    renameSync(file, `${file}.${round}`);
    for (let times = 0; times < 20; times++, asked++) await fetch(`${berth.url}/?${asked}`);
    berth.signal('SIGHUP');
    while (!existsSync(file)) await sleep(20);
  }
  assert.equal((await berth.stop()).code, 0);
  const lines = ['.1', '.2', '.3', ''].flatMap((end) =>
    readFileSync(file + end, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { target?: string }),
  );
  const targets = lines.flatMap(({ target }) => target ?? []);
  assert.deepEqual(
    targets,
    Array.from({ length: asked }, (_, index) => `/?${index}`),
  );
});

async function temporary(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-signals-'));
  t.after(() => rm(directory, { recursive: true }));
  return directory;
}

/** `setsLevel`: the level is the usual one of tests, and nothing that a file says. */
async function served(t: TestContext, args: readonly string[], setsLevel = true): Promise<BerthProcess> {
  const berth = await startBerth({ ledger: ':memory:', args, setsLevel });
  t.after(() => berth.kill());
  return berth;
}

/** Whatever threads answer say, each once. */
/** What compute answers with 404, to whoever may ask. */
const noFlavor = ['DELETE', '/compute/v2.1/flavors/none'] as const;

async function statuses(berth: BerthProcess, method = 'GET', path = '/traits'): Promise<number[]> {
  const seen = new Set<number>();
  for (let times = 0; times < 20; times++) {
    const answer = await fetch(`${berth.url}${path}`, {
      method,
      headers: { ...headers, connection: 'close' },
    });
    await answer.arrayBuffer();
    seen.add(answer.status);
  }
  return [...seen];
}

async function logged(berth: BerthProcess, message: string): Promise<void> {
  while (count(berth, message) === 0) {
    assert.ok(berth.isAlive, berth.output);
    await sleep(20);
  }
}

function count(berth: BerthProcess, message: string): number {
  return berth.output.split(`"msg":"${message}"`).length - 1;
}
