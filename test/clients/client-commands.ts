import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { TestContext } from 'node:test';
import { debianPython } from '@berth/api-kit/auth/testing/debian-python.ts';

/** How a command of a client ended. */
export interface Ended {
  readonly status: number;
  readonly output: string;
  readonly complaints: string;
}

/** Debian's `openstack` and `nova` as they are, whose commands run one after the other in one process (`run_commands.py`). */
export class ClientCommands {
  readonly #ask: (words: readonly string[]) => Promise<Ended>;

  constructor(t: TestContext, environment: Readonly<Record<string, string>>) {
    const script = new URL('run_commands.py', import.meta.url).pathname;
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(debianPython, [script], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH, HOME, PYTHONDONTWRITEBYTECODE: '1', ...environment },
    });
    const exited = once(child, 'exit');
    t.after(async () => {
      child.stdin.end();
      await exited;
    });
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    this.#ask = async (words) => {
      child.stdin.write(`${JSON.stringify(words)}\n`);
      const { value } = await answers.next();
      assert.ok(value !== undefined, `the clients ended at: ${words.join(' ')}`);
      return JSON.parse(value) as Ended;
    };
  }

  /** How a command ends, whatever that is. */
  end(words: readonly string[]): Promise<Ended> {
    return this.#ask(words);
  }

  /** A command whose words have no blanks in them, which has to work; what it has printed. */
  async run(command: string): Promise<string> {
    const { status, output, complaints } = await this.#ask(command.split(' '));
    assert.equal(status, 0, `${command}\n${output}${complaints}`);
    return output;
  }

  /** The same of a command of `openstack` that prints something. */
  async json(command: string): Promise<unknown> {
    return JSON.parse(await this.run(`openstack ${command} -f json`));
  }

  /** What a command says that has to fail. */
  async refusal(command: string): Promise<string> {
    const { status, output, complaints } = await this.#ask(command.split(' '));
    assert.equal(status, 1, `${command}\n${output}${complaints}`);
    return complaints;
  }
}
