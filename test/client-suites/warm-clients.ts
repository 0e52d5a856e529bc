import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { debianPython } from '@berth/api-kit/auth/testing/debian-python.ts';

export interface WarmClients extends AsyncDisposable {
  /** Has `openstack` and `nova`, which are quick. */
  readonly directory: string;
}

/**
 * Debian's `openstack` and `nova` as they are, but loaded once for all commands that the suites start, each of which is a process of its own all the same. Loading them takes 1.7 s of
 * processor time, most of what a command takes.
 */
export async function warmClients(directory: string): Promise<WarmClients> {
  mkdirSync(directory);
  for (const name of ['openstack', 'nova'])
    symlinkSync(join(import.meta.dirname, 'warm_client.py'), join(directory, name));
  const child = spawn(
    debianPython,
    [join(import.meta.dirname, 'warm_clients.py'), join(directory, 'socket')],
    {
      // Where they look for clouds besides, they find out when they are loaded.
      cwd: dirname(directory),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    },
  );
  const exited = once(child, 'exit');
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (line !== 'ready') throw new Error('the clients did not start');
  return {
    directory,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
