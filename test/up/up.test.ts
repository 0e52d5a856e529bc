import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { givenFiles } from '@berth/testing/given-files.ts';
import { berthCommand } from '../malformed/berth-process.ts';

const root = resolve(import.meta.dirname, '../..');

test('a cloud is up in one command, the commands of its first screen work as they stand there, and what is in it stays', async (t) => {
  const directory = join(givenFiles(t, {}), 'cloud');
  const home = givenFiles(t, {});
  const first = await up(t, ['--directory', directory]);
  const commands = first.screen.split('\n').filter((line) => /^ {2}(export|\S*berth) /.test(line));
  assert.equal(commands.length, 3, first.screen);
  // Copied into another terminal, one after the other.
  const listed = shell(commands.join('\n'), home);
  assert.match(listed, /\| first \| ACTIVE \| private=10\.0\.0\.\d+ \| cirros \| m1\.tiny \|/);
  assert.equal(statSync(join(directory, 'clouds.yaml')).mode & 0o777, 0o600);
  const [settings = ''] = commands;
  await first.stop();

  const again = await up(t, ['--directory', directory]);
  assert.match(shell(`${settings}\n${berthCommand} server list -f value -c Name`, home), /^first$/m);
  await again.stop();

  const unasked = spawnSync(berthCommand, ['up', '--directory', directory, '--fresh'], { encoding: 'utf8' });
  assert.equal(unasked.status, 2);
  assert.match(unasked.stderr, /--yes/);
  assert.ok(existsSync(join(directory, 'berth.db')));

  const fresh = await up(t, ['--directory', directory, '--fresh', '--yes']);
  assert.equal(shell(`${settings}\n${berthCommand} server list -f value -c Name`, home).trim(), '');
  await fresh.stop();
});

/** Starts it, and waits for its first screen. */
async function up(t: TestContext, args: readonly string[]) {
  const berth = spawn(berthCommand, ['up', '--port', '0', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => berth.kill('SIGKILL'));
  const ended = once(berth, 'exit');
  let screen = '';
  let complaints = '';
  berth.stderr.on('data', (chunk: Buffer) => void (complaints += chunk.toString()));
  while (!screen.includes('server list')) {
    const [chunk] = (await Promise.race([once(berth.stdout, 'data'), ended])) as [Buffer | number];
    assert.ok(Buffer.isBuffer(chunk), `it ended: ${complaints}`);
    screen += chunk.toString();
  }
  const stop = async () => {
    berth.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  };
  return { screen, stop };
}

function shell(commands: string, home: string): string {
  const env = { PATH: process.env['PATH'], HOME: home };
  return execFileSync('/bin/sh', ['-ec', commands], { cwd: root, encoding: 'utf8', env });
}
