import { join } from 'node:path';
import { freePort } from '@berth/api-kit/testing/free-port.ts';
import { Connection } from '../load/connection.ts';
import type { RequestTemplate } from '../load/request-template.ts';
import { start } from '../processes/running.ts';

const command = join(import.meta.dirname, '../../bin/berth');

export interface ServerOptions {
  readonly ledger: string;
  /** A log that has a line for each request is written to a file, as in operation. */
  readonly logLevel: 'warn' | 'info';
  readonly logFile: string;
  /** Threads that serve; one unless told. */
  readonly workers?: number;
  /** Where a profile of its whole life is to go. */
  readonly profileDirectory?: string;
}

/** Berth in a process of its own, as its users start it. */
export interface BerthServer {
  readonly url: string;
  readonly pids: readonly number[];
  /** From the start of the process to its first answer, which is the one to `first`. */
  readonly startMs: number;
  stop(): Promise<void>;
}

export async function startBerth(options: ServerOptions, first: RequestTemplate): Promise<BerthServer> {
  const port = await freePort();
  const { ledger, logLevel, logFile, profileDirectory, workers = 1 } = options;
  const args = ['serve', '--port', `${port}`, '--ledger', ledger, '--log-level', logLevel];
  args.push('--workers', `${workers}`);
  const nodeOptions = profileDirectory === undefined ? '' : `--cpu-prof --cpu-prof-dir=${profileDirectory}`;
  const startedAt = performance.now();
  const running = start(command, args, {
    logFile,
    environment: { ...process.env, NODE_OPTIONS: nodeOptions },
  });
  const url = `http://127.0.0.1:${port}`;
  await running.untilUp(() => answers(url, first));
  return {
    url,
    pids: [running.pid],
    startMs: performance.now() - startedAt,
    stop: () => running.stop(),
  };
}

async function answers(url: string, request: RequestTemplate): Promise<boolean> {
  const connection = new Connection(url);
  try {
    const { status, body } = await connection.request(request);
    if (status === 200) return true;
    throw new Error(`The first answer is ${status}: ${body.toString('utf8')}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false; // Nobody listens yet.
    throw error;
  } finally {
    connection.close();
  }
}
