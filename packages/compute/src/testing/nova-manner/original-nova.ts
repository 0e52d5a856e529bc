import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { send } from './play.ts';

/** The original, with hosts that only pretend, on a world of its own. */
export interface RunningNova {
  readonly url: string;
  /** Where the Placement is that it uses. */
  readonly placementUrl: string;
  readonly newest: string;
  readonly image: string;
  /** Until all that was begun has been done. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Where the original is, with its tools. */
export const originalDirectory =
  process.env['NOVA_ORACLE'] ?? join(import.meta.dirname, '../../../../../../shared/oracle');
const program = join(originalDirectory, 'start-nova');

/** Null where the original can be asked; else why it cannot. Where it is there, CI must ask it. */
export function whyNotOriginal(): string | null {
  if (!existsSync(program)) return `there is no ${program}; NOVA_ORACLE says where it is`;
  const modules = 'nova, placement, testtools, testscenarios, wsgi_intercept';
  const { status, stderr } = spawnSync('/usr/bin/python3', ['-c', `import ${modules}`], { encoding: 'utf8' });
  if (status === 0) return null;
  const reason = `Debian's Python cannot do this: ${stderr.trim().split('\n').at(-1)}`;
  if (process.env['CI'] === 'true') throw new Error(reason);
  return reason;
}

/** Whether only the new defaults of rules count, and scopes, or the old ones as well. */
export type NovaPolicy = 'secure' | 'legacy';

/** With the address of a Placement it uses that one, which it empties first; else it has one of its own. */
export async function startNova({
  placementUrl,
  policy = 'legacy',
  options = [],
}: {
  readonly placementUrl?: string;
  readonly policy?: NovaPolicy;
  /** Of its own, as its README has them. */
  readonly options?: readonly string[];
} = {}): Promise<RunningNova> {
  const state = await mkdtemp(join(tmpdir(), 'original-nova-'));
  const port = await freePort();
  const placement =
    placementUrl === undefined
      ? ['--placement-port', String(await freePort())]
      : ['--placement-url', placementUrl];
  const args = ['--port', String(port), ...placement, '--policy', policy, '--dir', state, ...options];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += String(chunk);
  });
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(state, { recursive: true, force: true });
  };
  if (line === undefined) {
    await stop();
    assert.fail(`Nova did not start: ${complaints}`);
  }
  const ready = JSON.parse(line) as { image: string; placement: string };
  const url = `http://127.0.0.1:${port}`;
  const flavor = { id: 'f1', name: 'small', vcpus: 1, ram: 512, disk: 1 };
  const made = await send(url, 'POST /v2.1/flavors', { 'x-auth-token': 'admin' }, JSON.stringify({ flavor }));
  assert.equal(made.status, 200, made.body);
  const { headers } = await send(url, 'GET /v2.1/servers', {
    'x-auth-token': 'admin',
    'openstack-api-version': 'compute latest',
  });
  return {
    url,
    placementUrl: placementUrl ?? ready.placement,
    newest: String(headers['x-openstack-nova-api-version']),
    image: ready.image,
    settle: async () => {
      const { status, body } = await send(url, 'GET /_oracle/settle?timeout=30', {});
      assert.equal(status, 200, body);
    },
    stop,
  };
}
