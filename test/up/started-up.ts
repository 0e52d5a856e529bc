import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { berthCommand } from '../malformed/berth-process.ts';

export const root = resolve(import.meta.dirname, '../..');

/** Starts `berth up`, and waits for its first screen. */
export async function startedUp(t: TestContext, args: readonly string[]) {
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
