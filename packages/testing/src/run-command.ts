import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs a command in a directory to its end, which has to be good, and gives what it has printed. npm keeps what it fetches there, too. */
export function runCommand(command: string, options: readonly string[], cwd: string): string {
  const { status, error, stdout, stderr } = spawnSync(command, options, {
    cwd,
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, npm_config_cache: join(cwd, '.npm'), npm_config_update_notifier: 'false' },
  });
  assert.equal(error, undefined);
  assert.equal(status, 0, `${command} ${options.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}
