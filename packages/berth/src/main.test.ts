import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lookEveryMs } from '@berth/ledger/journal/sqlite/files-in-place.ts';

// The program as its users have it: a process of its own.

const bin = fileURLToPath(new URL('../../../bin/berth', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'berth-main-'));
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

describe('bin/berth', () => {
  test('finds its way through links, from any directory', () => {
    mkdirSync(join(directory, 'a b'));
    symlinkSync(bin, join(directory, 'a b', 'absolute'));
    symlinkSync('a b/absolute', join(directory, 'relative'));
    const { status, stdout, stderr } = spawnSync('./relative', ['--version'], {
      cwd: directory,
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^berth \d+\.\d+\.\d+\n$/);
  });

  test('says so when its dependencies are not installed', () => {
    const alone = join(directory, 'alone', 'bin');
    mkdirSync(alone, { recursive: true });
    copyFileSync(bin, join(alone, 'berth'));
    const { status, stderr } = spawnSync(join(alone, 'berth'), ['--version'], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /^berth: its dependencies are not installed: run 'npm install' in .*alone\n$/);

    // Installed, but for the Node, which npm leaves out without a word where it cannot have it.
    mkdirSync(join(directory, 'alone', 'node_modules'));
    const without = spawnSync(join(alone, 'berth'), ['--version'], { encoding: 'utf8' });
    assert.equal(without.status, 1);
    assert.match(without.stderr, /^berth: there is no Node at .*\n.*--omit=optional.*\n(.*\n)*.*BERTH_NODE/);
  });

  test('takes another Node if it is told which, and that is no setting', () => {
    const environment = { ...process.env, BERTH_NODE: process.execPath };
    const own = spawnSync(bin, ['--version'], { encoding: 'utf8', env: environment });
    assert.deepEqual([own.status, own.stderr], [0, '']);
    const none = spawnSync(bin, ['--version'], {
      encoding: 'utf8',
      env: { ...environment, BERTH_NODE: '/none' },
    });
    assert.equal(none.status, 1);
    assert.match(none.stderr, /^berth: there is no Node at \/none\.\n/);
  });

  test('gives wrong settings the status 2', () => {
    const { status, stdout, stderr } = spawnSync(bin, ['serve'], {
      encoding: 'utf8',
      env: { ...process.env, BERTH_PORT: 'x' },
    });
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^berth: BERTH_PORT: must be a whole number/);
  });

  test('says all that it has to say to a slow reader, too', () => {
    const settings = join(directory, 'wrong.yaml');
    writeFileSync(settings, Array.from({ length: 4000 }, (_, index) => `unknown${index}: 1\n`).join(''));
    const { stdout } = spawnSync(
      'bash',
      ['-c', '"$0" config check --config "$1" 2>&1 >/dev/null | (sleep 2; cat)', bin, settings],
      { encoding: 'utf8', maxBuffer: 2 ** 24 },
    );
    assert.match(
      stdout,
      /wrong\.yaml:4000: unknown3999: there is no such section[^\n]*\nSee berth config check --help\.\n$/,
    );
  });
});

test('an export goes through a pipe into an import', () => {
  const [from, to] = [join(directory, 'from.db'), join(directory, 'to.db')];
  assert.equal(spawnSync(bin, ['traits', 'sync', '--ledger', from]).status, 0);
  const piped = spawnSync(
    'bash',
    ['-c', `set -o pipefail; "$0" export - --ledger "$1" | "$0" import - --ledger "$2"`, bin, from, to],
    { encoding: 'utf8' },
  );
  assert.equal(piped.status, 0, piped.stderr);
  const exported = (ledger: string) =>
    spawnSync(bin, ['export', '--ledger', ledger], { encoding: 'utf8' }).stdout;
  assert.ok(exported(from).length > 10_000);
  assert.equal(exported(to), exported(from));
});

describe('a process that serves', () => {
  test('keeps what it was told, ends in order on a signal, and has then logged everything', async () => {
    const ledger = join(directory, 'kept.db');
    const trait = '/traits/CUSTOM_KEPT';
    const first = await serve(ledger);
    const put = await fetch(first.url + trait, { method: 'PUT', headers });
    assert.equal(put.status, 201);
    first.child.kill('SIGTERM');
    assert.deepEqual(await first.ended, { code: 0, signal: null });
    const messages = first.lines().map(({ msg }) => msg);
    assert.deepEqual(messages.slice(messages.indexOf('ready')), ['ready', 'request', 'stopping', 'stopped']);

    const second = await serve(ledger);
    assert.equal((await fetch(second.url + trait, { headers })).status, 204);
    second.child.kill('SIGINT');
    assert.deepEqual(await second.ended, { code: 0, signal: null });
  });

  test('says in short lines what it has and where it serves', async () => {
    const { child, ended, lines } = await serve(join(directory, 'first-start.db'), '--compute-port', '0');
    const ready = lines().find(({ msg }) => msg === 'ready');
    assert.match(ready?.ownPorts?.['compute'] ?? '', /^http:\/\/127\.0\.0\.1:\d+$/);
    for (const field of ['version', 'url', 'ledger', 'change', 'providers', 'consumers', 'allocations'])
      assert.ok(ready && field in ready, field);
    child.kill('SIGTERM');
    await ended;
    // At its first start a ledger gets hundreds of traits and classes, which nobody has to read.
    for (const line of lines()) assert.ok(JSON.stringify(line).length < 1_000, JSON.stringify(line));
  });

  test('says that nothing is stored any more when its ledger is removed, and ends; another one starts on the path', async () => {
    for (const isWritten of [true, false]) {
      const ledger = join(directory, `removed-${isWritten}.db`);
      const first = await serve(ledger);
      const put = (url: string, trait: string) => fetch(`${url}/traits/${trait}`, { method: 'PUT', headers });
      assert.equal((await put(first.url, 'CUSTOM_A')).status, 201);
      for (const ending of ['', '-wal']) rmSync(`${ledger}${ending}`);
      if (isWritten) {
        // So long it may not be noticed.
        await sleep(2 * lookEveryMs);
        const refused = await put(first.url, 'CUSTOM_C');
        assert.equal(refused.status, 503);
        assert.ok(!(await refused.text()).includes(ledger), 'clients are not told where it is');
      }
      const second = await serve(ledger);
      assert.equal((await put(second.url, 'CUSTOM_B')).status, 201);
      assert.deepEqual(await first.ended, { code: 1, signal: null });
      const fatal = first.lines().find(({ level }) => level === 'fatal');
      assert.match(JSON.stringify(fatal), /was (removed or moved|replaced)/);

      assert.equal((await put(second.url, 'CUSTOM_D')).status, 201);
      second.child.kill('SIGKILL');
      await second.ended;
      const third = await serve(ledger);
      for (const trait of ['CUSTOM_B', 'CUSTOM_D']) {
        assert.equal((await fetch(`${third.url}/traits/${trait}`, { headers })).status, 204, trait);
      }
      third.child.kill('SIGTERM');
      await third.ended;
    }
  });

  test('ends at once on a second signal', async () => {
    const { child, url, ended, lines } = await serve(':memory:');
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    // Half a request would be waited for. When the one in front of it is answered, the server has read it, too, however busy the machine is.
    const answered = new Promise((resolve) => socket.once('data', resolve));
    const whole = 'GET / HTTP/1.1\r\nhost: h\r\n\r\n';
    socket.write(`${whole}POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 9\r\n\r\nabc`);
    await answered;
    await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill('SIGTERM');
    while (!lines().some(({ msg }) => msg === 'stopping'))
      await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill('SIGTERM');
    assert.deepEqual(await ended, { code: 1, signal: null });
    socket.destroy();
  });
});

const headers = { 'x-auth-token': 'admin', 'openstack-api-version': 'placement 1.6' };

interface Line {
  readonly msg: string;
  readonly level?: string;
  readonly url?: string;
  readonly ownPorts?: Readonly<Record<string, string>>;
}

async function serve(ledger: string, ...args: readonly string[]) {
  const child = spawn(bin, ['serve', '--port', '0', '--ledger', ledger, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let [output, errors] = ['', ''];
  const ready = Promise.withResolvers<string>();
  const lines = (): Line[] =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const url = lines().find(({ msg }) => msg === 'ready')?.url;
    if (url !== undefined) ready.resolve(url);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal });
      ready.reject(new Error(`ended before it was ready: ${errors}`));
    });
  });
  return { child, url: await ready.promise, ended, lines };
}
