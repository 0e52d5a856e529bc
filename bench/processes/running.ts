import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface StartOptions {
  /** Where all it writes goes. */
  readonly logFile: string;
  readonly directory?: string;
  /** Instead of ours. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly stopSignal?: NodeJS.Signals;
}

const all = new Set<Running>();

/** Starts a program that stays, and ends with us however we end. */
export function start(command: string, args: readonly string[], options: StartOptions): Running {
  endWithUs();
  const log = openSync(options.logFile, 'a');
  const child = spawn(command, args, {
    stdio: ['ignore', log, log],
    ...(options.directory === undefined ? {} : { cwd: options.directory }),
    ...(options.environment === undefined ? {} : { env: options.environment }),
  });
  closeSync(log);
  return new Running(child, command, options);
}

/** A program that we started and have to end. */
export class Running {
  readonly #child: ChildProcess;
  readonly #name: string;
  readonly #options: StartOptions;
  readonly #ended: Promise<void>;
  #failure: Error | null = null;

  constructor(child: ChildProcess, name: string, options: StartOptions) {
    this.#child = child;
    this.#name = name;
    this.#options = options;
    all.add(this);
    this.#ended = new Promise<void>((resolve) => {
      child.once('error', (error) => {
        this.#failure = error;
        resolve();
      });
      child.once('exit', () => resolve());
    }).then(() => void all.delete(this));
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw this.#trouble('could not be started');
    return this.#child.pid;
  }

  get isAlive(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Waits until `isUp` says so. What ends by itself, or takes too long, is an error with the end of its log. */
  async untilUp(isUp: () => boolean | Promise<boolean>, patienceMs = 120_000): Promise<void> {
    const givenUpAt = performance.now() + patienceMs;
    try {
      while (!(await isUp())) {
        if (!this.isAlive) throw this.#trouble('ended by itself');
        if (performance.now() > givenUpAt) throw this.#trouble('does not come up');
        await sleep(5);
      }
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return;
    this.signal(this.#options.stopSignal ?? 'SIGTERM');
    const patience = new AbortController();
    const inTime = await Promise.race([
      this.#ended.then(() => true),
      sleep(30_000, false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    if (inTime) return;
    this.signal('SIGKILL');
    await this.#ended;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  #trouble(what: string): Error {
    const said = readFileSync(this.#options.logFile, 'utf8').slice(-3000);
    const message = `${this.#name} ${what}. The end of ${this.#options.logFile}:\n${said}`;
    return new Error(message, this.#failure === null ? {} : { cause: this.#failure });
  }
}

/** Servers and databases outlive whoever started them unless they are told. */
function endWithUs(): void {
  if (isArranged) return;
  isArranged = true;
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  process.on('exit', () => {
    for (const running of all) running.signal('SIGTERM');
  });
}

let isArranged = false;
