import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';

const program = fileURLToPath(new URL('./appender.ts', import.meta.url));

/** The appender as a process, with what it has printed so far. */
export class SpawnedAppender {
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #waiting: (() => void)[] = [];

  constructor(test: TestContext, path: string, batches: number) {
    const child = spawn(process.execPath, [program, path, String(batches)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('close', () => resolve()));
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.lines.push(line);
      for (const wake of this.#waiting.splice(0)) wake();
    });
    test.after(() => this.kill());
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async printed(count: number): Promise<void> {
    while (this.lines.length < count) {
      await Promise.race([new Promise<void>((wake) => this.#waiting.push(wake)), this.#ended]);
      if (this.#child.exitCode !== null && this.lines.length < count) throw new Error('it ended too early');
    }
  }

  /** With SIGKILL: it can do nothing about it. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
