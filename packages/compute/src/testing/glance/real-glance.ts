import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { TestContext } from 'node:test';
import { hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { freePort } from '@berth/api-kit/testing/free-port.ts';

const directory = process.env['NOVA_ORACLE'] ?? join(import.meta.dirname, '../../../../../../shared/oracle');
const program = join(directory, 'start-glance');

/** Whether it can run here; where it cannot, the test is skipped with the reason. */
export function hasGlance(t: TestContext): boolean {
  if (existsSync(program)) return hasPythonModules(t, 'glance');
  t.skip(`there is no ${program}; NOVA_ORACLE says where it is`);
  return false;
}

/** Debian's Glance, empty. Tokens say who shows them: `admin`, USER:PROJECT, USER:PROJECT:ROLE. */
export interface RealGlance extends AsyncDisposable {
  readonly url: string;
  ask(request: string, body?: unknown, token?: string): Promise<GlanceAnswer>;
}

export interface GlanceAnswer {
  readonly status: number;
  // What an answer has in it, each test knows for itself.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
}

export async function realGlance(): Promise<RealGlance> {
  await using cleanUp = new AsyncDisposableStack();
  const state = await mkdtemp(join(tmpdir(), 'real-glance-'));
  cleanUp.defer(() => rm(state, { recursive: true }));
  const port = await freePort();
  const child = spawn(program, ['--port', String(port), '--dir', state], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  cleanUp.defer(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints = `${complaints}${String(chunk)}`.slice(-10_000);
  });
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  assert.ok(line !== undefined, `Glance did not start: ${complaints}`);
  const url = `http://127.0.0.1:${port}`;
  const owned = cleanUp.move();
  return {
    url,
    async ask(request, body, token = 'admin') {
      const [method = '', path = ''] = request.split(' ');
      const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json';
      const response = await fetch(`${url}/v2${path}`, {
        method,
        headers: { 'x-auth-token': token, 'content-type': type },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
