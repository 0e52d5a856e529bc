import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@berth/api-kit/testing/free-port.ts';

export const berthCommand = fileURLToPath(new URL('../../bin/berth', import.meta.url));

export interface BerthOptions {
  readonly ledger: string;
  /** Another build of Berth than this checkout's. */
  readonly command?: string;
  /** Any that is free, unless given. */
  readonly port?: number;
  /** Further arguments of `berth serve`. */
  readonly args?: readonly string[];
  /** Variables besides those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** How long it may take to start: 30 s, unless its ledger is large. */
  readonly startWithinMs?: number;
  /** False: it logs as its settings say, and not only warnings. */
  readonly setsLevel?: boolean;
  /** Nobody reads what it writes to standard output, which is its log, until `readOutput`. */
  readonly leavesOutput?: boolean;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const usualStartMs = 120_000;

/** Starts Berth as its users do, and waits until it takes connections. */
export async function startBerth(options: BerthOptions): Promise<BerthProcess> {
  const berth = spawnBerth(options, options.port ?? (await freePort()));
  const givenUpAt = Date.now() + (options.startWithinMs ?? usualStartMs);
  while (!(await isListening(berth.port))) {
    if (!berth.isAlive || Date.now() > givenUpAt) {
      await berth.kill();
      throw new Error(`Berth did not start. It said:\n${berth.output}`);
    }
    await sleep(10);
  }
  return berth;
}

/** Starts it, and does not wait. */
export function spawnBerth(options: BerthOptions, port: number): BerthProcess {
  const level = (options.setsLevel ?? true) ? ['--log-level', 'warn'] : [];
  const args = ['serve', '--port', `${port}`, '--ledger', options.ledger, ...level];
  const child = spawn(options.command ?? berthCommand, [...args, ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.environment },
  });
  return new BerthProcess(child, port, options.leavesOutput ?? false);
}

/** A Berth in a process of its own, on a ledger that outlives it. */
export class BerthProcess {
  readonly port: number;
  readonly url: string;
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  #output = '';

  constructor(child: ChildProcess, port: number, leavesOutput: boolean) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#child = child;
    this.#read(child.stderr);
    if (!leavesOutput) this.#read(child.stdout);
    this.ended = new Promise((resolve) => {
      // Output that nobody reads is never at its end.
      child.once(leavesOutput ? 'exit' : 'close', (code, signal) => resolve({ code, signal }));
      child.once('error', (error) => {
        this.#output += String(error);
        resolve({ code: null, signal: null });
      });
    });
  }

  #read(stream: Readable | null): void {
    stream?.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString();
    });
  }

  /** From now on somebody does. */
  readOutput(): void {
    this.#read(this.#child.stdout);
  }

  /** Nobody will ever read its standard output. */
  closeOutput(): void {
    this.#child.stdout?.destroy();
  }

  /** All that it has written and that was read. At the level of warnings a server that is well writes nothing. */
  get output(): string {
    return this.#output;
  }

  get isAlive(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN;
  }

  /** How much memory it holds, in MB. */
  residentMb(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
  }

  /** Puts it aside as it is: it notices nothing until it goes on. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child.kill('SIGCONT');
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Asks it to end in order. */
  stop(): Promise<Ended> {
    this.#child.kill('SIGTERM');
    return this.ended;
  }

  /** Ends it in the middle of whatever it does. */
  kill(): Promise<Ended> {
    this.#child.kill('SIGKILL');
    return this.ended;
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
