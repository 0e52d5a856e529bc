import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeMachine, FakeMachines } from './fake-guests.ts';

/** Made-up machines that outlive the process that has made them up: a file for each, which is there whole or not at all. */
export class MachineFiles implements FakeMachines {
  readonly #directory: string;

  /** It is made when it is needed. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  get(id: string): FakeMachine | undefined {
    try {
      return JSON.parse(readFileSync(this.#pathOf(id), 'utf8')) as FakeMachine; // Nobody else writes it.
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  set(id: string, machine: FakeMachine): void {
    const draft = `${this.#pathOf(id)}.draft`;
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify(machine), { mode: 0o600 });
    renameSync(draft, this.#pathOf(id));
  }

  delete(id: string): void {
    rmSync(this.#pathOf(id), { force: true });
  }

  *entries(): Generator<readonly [id: string, machine: FakeMachine]> {
    for (const name of this.#names()) {
      const id = name.slice(0, -ending.length);
      const machine = this.get(id);
      if (machine !== undefined) yield [id, machine];
    }
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#directory).filter((name) => name.endsWith(ending));
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  }

  #pathOf(id: string): string {
    if (!/^[\w-]{1,64}$/.test(id)) throw new Error(`${JSON.stringify(id)} is no id of a server`);
    return join(this.#directory, `${id}${ending}`);
  }
}

const ending = '.json';

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
