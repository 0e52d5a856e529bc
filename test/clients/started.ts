import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { TestContext } from 'node:test';

/** A program that serves on a port, in a directory of its own, and tells in one line when it is ready. It ends with the test. */
export async function started(
  t: TestContext,
  program: string,
  port: number,
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'berth-clients-'));
  const args = ['--port', String(port), '--dir', directory, ...options];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const exited = once(child, 'exit');
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += String(chunk);
  });
  t.after(async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  });
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  assert.ok(line !== undefined, `${program} did not start: ${complaints}`);
}
