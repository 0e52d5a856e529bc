import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { givenFiles } from '@berth/testing/given-files.ts';
import { berthCommand } from '../malformed/berth-process.ts';
import { root, startedUp } from './started-up.ts';

test('a cloud is up in one command, the commands of its first screen work as they stand there, and what is in it stays', async (t) => {
  const directory = join(givenFiles(t, {}), 'cloud');
  const home = givenFiles(t, {});
  const first = await startedUp(t, ['--directory', directory]);
  const commands = first.screen.split('\n').filter((line) => /^ {2}(export|\S*berth) /.test(line));
  assert.equal(commands.length, 3, first.screen);
  // Copied into another terminal, one after the other.
  const listed = shell(commands.join('\n'), home);
  assert.match(listed, /\| first \| ACTIVE \| private=10\.0\.0\.\d+ \| cirros \| m1\.tiny \|/);
  assert.equal(statSync(join(directory, 'clouds.yaml')).mode & 0o777, 0o600);
  const [settings = ''] = commands;
  await first.stop();

  const again = await startedUp(t, ['--directory', directory]);
  assert.match(shell(`${settings}\n${berthCommand} server list -f value -c Name`, home), /^first$/m);
  await again.stop();

  const unasked = spawnSync(berthCommand, ['up', '--directory', directory, '--fresh'], { encoding: 'utf8' });
  assert.equal(unasked.status, 2);
  assert.match(unasked.stderr, /--yes/);
  assert.ok(existsSync(join(directory, 'berth.db')));

  const fresh = await startedUp(t, ['--directory', directory, '--fresh', '--yes']);
  assert.equal(shell(`${settings}\n${berthCommand} server list -f value -c Name`, home).trim(), '');
  await fresh.stop();
});

function shell(commands: string, home: string): string {
  const env = { PATH: process.env['PATH'], HOME: home };
  return execFileSync('/bin/sh', ['-ec', commands], { cwd: root, encoding: 'utf8', env });
}
