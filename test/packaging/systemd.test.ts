import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { debianPython } from '@berth/api-kit/auth/testing/debian-python.ts';
import { givenFiles } from '@berth/testing/given-files.ts';
import { startBerth } from '../malformed/berth-process.ts';

const root = resolve(import.meta.dirname, '../..');
const units = join(root, 'packaging', 'systemd');

for (const name of readdirSync(units).filter((each) => each.endsWith('.service'))) {
  test(`systemd finds nothing wrong with ${name}, and little that it may do`, (t) => {
    if (!has(t, 'systemd-analyze')) return;
    const directory = givenFiles(t, {});
    // It must be there: systemd looks.
    const text = readFileSync(join(units, name), 'utf8');
    writeFileSync(join(directory, name), text.replaceAll('/opt/berth/node_modules/.bin/', `${root}/bin/`));
    const verified = spawnSync('systemd-analyze', ['verify', join(directory, name)], { encoding: 'utf8' });
    assert.deepEqual([verified.status, verified.stdout, ofUnit(verified.stderr, name)], [0, '', []]);
    const security = spawnSync(
      'systemd-analyze',
      ['security', '--offline=yes', '--threshold=30', join(directory, name)],
      { encoding: 'utf8' },
    );
    assert.equal(security.status, 0, security.stdout + security.stderr);
  });
}

/** What it says of other units of this machine is not ours. */
function ofUnit(said: string, name: string): readonly string[] {
  return said.split('\n').filter((line) => line.includes(name));
}

test('systemd is told when the service can be used, and not before', async (t) => {
  if (!has(t, 'systemd-notify') || !has(t, debianPython)) return;
  const directory = givenFiles(t, {});
  const socket = join(directory, 'notify');
  const listener = spawn(debianPython, ['-c', listening, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => listener.kill('SIGKILL'));
  let told = '';
  listener.stdout.on('data', (chunk: Buffer) => void (told += chunk.toString()));
  await once(listener.stdout, 'data');
  const berth = await startBerth({ ledger: ':memory:', environment: { NOTIFY_SOCKET: socket } });
  t.after(() => berth.kill());
  while (!told.includes('READY=1')) await sleep(20);
  assert.match(told, new RegExp(`STATUS=serving at ${berth.url}`));
  assert.match(told, /MAINPID=\d+/);
});

/** Node cannot listen on such a socket. */
const listening = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print("listening", flush=True)
while True:
    print(s.recv(4096).decode(), flush=True)
`;

function has(t: TestContext, program: string): boolean {
  if (spawnSync(program, ['--version']).error === undefined) return true;
  if (process.env['CI'] === 'true') throw new Error(`there is no ${program}`);
  t.skip(`there is no ${program}`);
  return false;
}
