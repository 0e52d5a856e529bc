import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { givenFiles } from '@berth/testing/given-files.ts';
import { runCommand } from './testing/run-command.ts';

test('bash completes words, options, and those behind options', async () => {
  const { said: script } = await runCommand(['complete']);
  assert.deepEqual(completed(script, 'berth resource provider inv'), ['inventory']);
  assert.deepEqual(completed(script, 'berth resource '), ['class', 'provider', 'usage']);
  assert.deepEqual(completed(script, 'berth --os-cloud mine server migration for'), ['force']);
  assert.deepEqual(completed(script, 'berth server list --changes-'), [
    '--changes-before',
    '--changes-since',
  ]);
  assert.deepEqual(completed(script, 'berth trait ad'), ['add']);
  assert.ok(completed(script, 'berth server show one --').includes('--topology'));
  assert.ok(completed(script, 'berth s').includes('serve'));
  // Files are left to the shell.
  assert.deepEqual(completed(script, 'berth server delete x'), []);
});

test('zsh completes words and options', async (t) => {
  if (!isInstalled(t, 'zsh')) return;
  const { said: script } = await runCommand(['complete', '--shell', 'zsh']);
  const offered = (line: string) => {
    const words = line.split(' ').map((word) => `'${word}'`);
    // What it offers, instead of to its line editor.
    const ask = `compdef() { }; _files() { }; compadd() { shift; print -l -- "$@" }
${script}
words=(${words.join(' ')}); CURRENT=${words.length}; _berth`;
    return lines('zsh', ['-f', '-s'], ask);
  };
  assert.deepEqual(offered('berth resource '), ['class', 'provider', 'usage']);
  assert.ok(offered('berth --os-cloud mine server list --').includes('--changes-before'));
  assert.ok(offered('berth s').includes('serve'));
  assert.deepEqual(offered('berth server delete x'), []);
});

test('fish completes words and options', async (t) => {
  if (!isInstalled(t, 'fish')) return;
  const { said: script } = await runCommand(['complete', '--shell', 'fish']);
  const directory = givenFiles(t, { 'berth.fish': script });
  const offered = (line: string) =>
    lines('fish', ['--no-config', '-c', `source ${directory}/berth.fish; complete -C "${line}"`], '');
  assert.deepEqual(offered('berth resource provider inv'), ['inventory']);
  assert.deepEqual(offered('berth server list --changes-'), ['--changes-before', '--changes-since']);
  assert.ok(offered('berth s').includes('serve'));
});

/** Nothing is tried where it is not, which is told; in CI it has to be. */
function isInstalled(t: TestContext, shell: string): boolean {
  if (spawnSync(shell, ['-c', ':']).error === undefined) return true;
  assert.notEqual(process.env['CI'], 'true', `${shell} is not installed`);
  t.skip(`${shell} is not installed`);
  return false;
}

function lines(shell: string, args: readonly string[], input: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync(shell, args, { input, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.split('\n').filter((line) => line !== '');
}

test('another shell is refused', async () => {
  assert.equal((await runCommand(['complete', '--shell', 'tcsh'])).code, 2);
});

/** What bash would offer for the last word of a line. */
function completed(script: string, line: string): readonly string[] {
  const words = line.split(' ');
  const listed = words.map((word) => `'${word}'`).join(' ');
  const ask = `${script}\nCOMP_WORDS=(${listed}); COMP_CWORD=${words.length - 1}; _berth; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-s'], { input: ask, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.split('\n').filter((word) => word !== '');
}
