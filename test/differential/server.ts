import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { Peer } from './exchange.ts';

/** A Placement server under comparison. */
export interface Server {
  readonly peer: Peer;
  /** Makes it empty: no providers, no consumers, only the standard traits and classes. */
  reset(): Promise<void>;
  /** The same, and it forgets also what its API does not show. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export type Running = { readonly peer: Peer; stop(): Promise<void> };

const startWithinMs = 120_000;

/**
 * Starts a command in a new empty directory and waits until it answers `GET /`.
 * `{port}` and `{dir}` in the command are replaced; the HARNESS_* variables say the same.
 */
export async function startCommand(
  command: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const dir = await mkdtemp(join(tmpdir(), 'berth-differential-'));
  const port = await freePort();
  const output = join(dir, 'output.log');
  const log = openSync(output, 'a');
  const filled = command.replaceAll('{port}', String(port)).replaceAll('{dir}', dir);
  const child = spawn('sh', ['-c', `exec ${filled}`], {
    stdio: ['ignore', log, log],
    detached: true,
    env: { ...process.env, ...harness(port, dir), ...env },
  });
  const peer = new Peer(`http://127.0.0.1:${port}`);
  const abandon = (): void => {
    if (isRunning(child)) signal(child.pid as number, 'SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  };
  // Whatever ends this process, no server may outlive it.
  process.once('exit', abandon);
  const stop = async (): Promise<void> => {
    peer.close();
    await end(child);
    await rm(dir, { recursive: true, force: true });
    process.off('exit', abandon);
  };
  try {
    await untilAnswering(peer, child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { peer, stop };
}

function harness(port: number, dir: string): Record<string, string> {
  return { HARNESS_AUTH: 'noauth2', HARNESS_POLICY: 'legacy', HARNESS_PORT: String(port), HARNESS_DIR: dir };
}

async function untilAnswering(peer: Peer, child: ChildProcess, output: string): Promise<void> {
  const givenUpAt = Date.now() + startWithinMs;
  for (;;) {
    const answer = await peer.send({ method: 'GET', path: '/', headers: {} });
    if (answer.status === 200) return;
    if (!isRunning(child) || Date.now() > givenUpAt) {
      const said = await readFile(output, 'utf8');
      throw new Error(`the server did not start (${answer.text}). It said:\n${said.slice(-4000)}`);
    }
    await sleep(50);
  }
}

/** Ends the whole process group: a start command may be a script around the server. */
async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child) || child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  signal(child.pid, 'SIGTERM');
  const patience = new AbortController();
  const inTime = await Promise.race([
    gone.then(() => true),
    sleep(5000, false, { signal: patience.signal }).catch(() => false),
  ]);
  patience.abort();
  if (inTime) return;
  signal(child.pid, 'SIGKILL');
  await gone;
}

const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch (error) {
    // It ended by itself in between.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
