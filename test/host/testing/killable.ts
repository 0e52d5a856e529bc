import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../../bin/berth', import.meta.url));

/** A process of berth that is killed in the middle of whatever it does, and started again. */
export class Killable {
  readonly #args: readonly string[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #logFile: string;
  #child: ChildProcess | null = null;
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
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => appendFileSync(this.#logFile, text));
    }
    this.#child = child;
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
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
