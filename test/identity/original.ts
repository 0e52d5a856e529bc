import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import type { Side } from './asked.ts';

const directory = process.env['NOVA_ORACLE'] ?? join(import.meta.dirname, '../../../shared/oracle');
const program = join(directory, 'start-keystone');

/** Null where it can run here. */
export function whyNoOriginal(): string | null {
  if (!existsSync(program)) return `there is no ${program}; NOVA_ORACLE says where it is`;
  return existsSync('/usr/lib/python3/dist-packages/keystone') ? null : 'Debian has no keystone here';
}

/** Debian's Keystone. */
export async function originalSide(): Promise<Side> {
  const state = await mkdtemp(join(tmpdir(), 'real-keystone-'));
  const port = await freePort();
  const child = spawn(program, ['--port', String(port), '--dir', state], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints = `${complaints}${String(chunk)}`.slice(-10_000);
  });
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  assert.ok(line !== undefined, `Keystone did not start: ${complaints}`);
  const { users, projects, roles } = JSON.parse(line) as Record<
    'users' | 'projects' | 'roles',
    Record<string, string>
  >;
  const url = `http://127.0.0.1:${port}`;
  const names = new Map([
    ...Object.entries(users).map(([name, id]) => [`user-${name}`, id] as const),
    ...Object.entries(projects).map(([name, id]) => [`project-${name}`, id] as const),
    ...Object.entries(roles).map(([name, id]) => [`role-${name}`, id] as const),
  ]);
  return {
    reset: async () => {
      await fetch(`${url}/_oracle/reset`, { method: 'POST' });
      return names;
    },
    ask: async ({ method, path, body, token, subject }) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(token === undefined ? {} : { 'x-auth-token': token }),
          ...(subject === undefined ? {} : { 'x-subject-token': subject }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = (await answer.text()).replaceAll(url, 'http://h/identity');
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: jsonIn(text) };
    },
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(state, { recursive: true, force: true });
    },
  };
}

function jsonIn(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
