import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { debianPython } from '@berth/extra-specs/testing/nova/real-nova.ts';
import type { ExtraSpecs } from '@berth/extra-specs/validation/validate-flavor.ts';

/** What one way to validate took for a flavor, and how many specs of it were refused, on the average. */
export interface Timing {
  readonly microseconds: number;
  readonly refused: number;
}

/** Nova's validator in a process of its own, which stays warm between questions. */
export class TimedNova {
  readonly #python: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor() {
    const program = join(import.meta.dirname, 'time-nova.py');
    this.#python = spawn(debianPython, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
    assert.ok(this.#python.stdout);
    this.#answers = createInterface({ input: this.#python.stdout })[Symbol.asyncIterator]();
  }

  async measure(flavors: readonly ExtraSpecs[], times: number): Promise<Timing> {
    this.#python.stdin?.write(`${JSON.stringify({ flavors, times })}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error(`${debianPython} has no Nova (Debian: python3-nova), or it failed`);
    const { seconds, refused } = JSON.parse(value) as { seconds: number; refused: number };
    return { microseconds: (seconds / times) * 1e6, refused: refused / times };
  }

  stop(): void {
    this.#python.stdin?.end();
  }
}
