import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../../bin/berth', import.meta.url));

/** A process of berth that is killed in the middle of whatever it does, and started again. */
export class Killable {
  readonly #args: readonly string[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #logFile: string;
  #child: ChildProcess | null = null;
  /** When it has ended and all that it said is written down. */
  #closed: Promise<unknown> = Promise.resolve();
  #said = '';
  kills = 0;

  constructor(args: readonly string[], environment: Readonly<Record<string, string>>, logFile: string) {
    this.#args = args;
    this.#environment = environment;
    this.#logFile = logFile;
  }

  start(): void {
    const child = spawn(bin, this.#args, {
      env: { PATH: process.env['PATH'], ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        this.#said += text.toString('utf8');
        appendFileSync(this.#logFile, text);
      });
    }
    this.#child = child;
    this.#closed = once(child, 'close');
  }

  /** All that it has said since it was started the last time. */
  get said(): string {
    return this.#said;
  }

  /** By itself, or since it was killed. */
  get hasEnded(): boolean {
    return this.#child !== null && (this.#child.exitCode !== null || this.#child.signalCode !== null);
  }

  /** Whether it has said so since it was started the last time. */
  get isReady(): boolean {
    return this.#said.includes('"msg":"ready"');
  }

  /** Resolves when it has said that it is ready, since it was started the last time. */
  async ready(unwanted: AbortSignal): Promise<void> {
    while (!unwanted.aborted && !this.hasEnded && !this.isReady) await pause(20);
  }

  /** Without a word, as when the machine loses its power. */
  async kill(): Promise<void> {
    this.kills += 1;
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!this.hasEnded) this.#child?.kill(signal);
    await this.#closed;
  }
}
