import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where a cloud that is tried has all that it keeps. Only its owner may look into it: passwords are among it. */
export class CloudDirectory {
  readonly path: string;
  readonly ledger: string;
  readonly cloudsFile: string;
  readonly log: string;
  readonly adminPasswordFile: string;
  readonly #demoPasswordFile: string;
  readonly #furnishedFile: string;

  constructor(path: string) {
    this.path = resolve(path);
    this.ledger = join(this.path, 'berth.db');
    this.cloudsFile = join(this.path, 'clouds.yaml');
    this.log = join(this.path, 'berth.log');
    this.adminPasswordFile = join(this.path, 'admin-password');
    this.#demoPasswordFile = join(this.path, 'demo-password');
    this.#furnishedFile = join(this.path, 'furnished');
  }

  /** Whether there is a cloud in it: the ledger comes after the passwords. */
  get isUsed(): boolean {
    return existsSync(this.adminPasswordFile);
  }

  /** What every cloud begins with was put there once. What of it is gone since, somebody has deleted. */
  get isFurnished(): boolean {
    return existsSync(this.#furnishedFile);
  }

  noteFurnished(): void {
    writeFileSync(this.#furnishedFile, '');
  }

  /** The passwords of its two users, made up once. */
  passwords(): { readonly admin: string; readonly demo: string } {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    return { admin: keptPassword(this.adminPasswordFile), demo: keptPassword(this.#demoPasswordFile) };
  }

  /** Whoever finds the file finds all of it. */
  writeClouds(text: string): void {
    const partial = `${this.cloudsFile}.partial`;
    writeFileSync(partial, text, { mode: 0o600 });
    renameSync(partial, this.cloudsFile);
  }

  /** Of the directory nothing goes but what this has put there. */
  remove(): void {
    const own = [this.#furnishedFile, this.cloudsFile, this.log, `${this.ledger}.images`];
    for (const suffix of ['', '-wal', '-shm', '-serving']) own.push(`${this.ledger}${suffix}`);
    // The passwords last: until then it counts as used.
    for (const path of [...own, this.#demoPasswordFile, this.adminPasswordFile]) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

function keptPassword(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const password = randomBytes(12).toString('base64url');
  writeFileSync(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  return password;
}
