import { spawn } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { plansVersion } from '../worlds/world-plan.ts';

const program = join(import.meta.dirname, 'build-program.ts');

/** Ledgers of worlds, made once and kept. */
export class LedgerCache {
  readonly #kept: string;
  readonly #work: string;
  #copies = 0;

  constructor(cacheDirectory: string, workDirectory: string) {
    this.#kept = join(cacheDirectory, 'ledgers');
    this.#work = workDirectory;
  }

  /** A ledger of this world that may be written: a copy, so the kept one stays as it was made. */
  async copyOf(world: string): Promise<string> {
    const kept = await this.#keep(world);
    this.#copies += 1;
    const copy = join(this.#work, `${world}-${this.#copies}.db`);
    await copyFile(kept, copy, constants.COPYFILE_FICLONE);
    return copy;
  }

  async remove(copy: string): Promise<void> {
    for (const suffix of ['', '-wal', '-shm']) await rm(`${copy}${suffix}`, { force: true });
  }

  async #keep(world: string): Promise<string> {
    const key = `v${plansVersion}-schema${placementProjection.schemaVersion}`;
    const file = join(this.#kept, `${world}-${key}.db`);
    if (existsSync(file)) return file;
    await mkdir(this.#kept, { recursive: true });
    // Under another name until it is whole, so that one that was interrupted is not taken for it.
    const partial = `${file}.partial-${process.pid}`;
    try {
      await build(world, partial);
      await rename(partial, file);
    } finally {
      await this.remove(partial);
    }
    return file;
  }
}

function build(world: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, world, file], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The ledger of ${world} could not be made.`)),
    );
  });
}
