import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import type { Cloud } from './devstack-cloud.ts';

export interface StartedCloud extends Cloud, AsyncDisposable {}

/** One Berth in a directory: with users, identity and images, or Placement alone with nothing in it. */
export async function startedCloud(directory: string, kind: 'whole' | 'placement'): Promise<StartedCloud> {
  const hosts = kind === 'whole' ? '3' : '0';
  const child = spawn(
    join(import.meta.dirname, '../../.ci/serve-cloud'),
    ['--port', String(await freePort()), '--dir', directory, '--hosts', hosts],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, HARNESS_AUTH: kind === 'whole' ? 'identity' : 'named' },
    },
  );
  const exited = once(child, 'exit');
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (line === undefined) throw new Error('the cloud did not start');
  const { url } = JSON.parse(line) as Cloud;
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
