import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { unavailable } from '@berth/api-kit/http-error.ts';

/**
 * Makes of passwords what is kept of them, and recognizes them (scrypt). One takes some 50 ms of a core and 16 MB on a thread of
 * Node's pool, which files and names of hosts are looked up on, too: so few are under way at one time, and few wait.
 */
export class PasswordHasher {
  readonly #cost: number;
  readonly #atOnce: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  /** What the password of nobody is compared with, so that it takes as long as with anybody's. */
  readonly #nobodys: string;

  /** `cost`: the logarithm of what scrypt calls N. */
  constructor(cost: number, { atOnce = 2, waitingMax = 200 } = {}) {
    this.#cost = cost;
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
    this.#nobodys = kept(cost, randomBytes(saltLength), randomBytes(hashLength));
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltLength);
    return kept(this.#cost, salt, await this.#inTurn(() => derive(password, salt, this.#cost)));
  }

  /** Takes as long where there is nothing to compare with: nobody learns who there is. */
  async matches(password: string, hash: string | null): Promise<boolean> {
    const { cost, salt, expected } = parts(hash ?? this.#nobodys);
    const actual = await this.#inTurn(() => derive(password, salt, cost));
    return timingSafeEqual(actual, expected) && hash !== null;
  }

  async #inTurn<Result>(begin: () => Promise<Result>): Promise<Result> {
    if (this.#underWay >= this.#atOnce) {
      if (this.#waiting.length >= this.#waitingMax) throw unavailable('Too many are logging in.');
      await new Promise<void>((go) => this.#waiting.push(go));
    } else this.#underWay++;
    try {
      return await begin();
    } finally {
      // Who waits takes the place; nobody else can come in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#underWay--;
    }
  }
}

/** What is kept of a password: by which means it was made, and what has come of it. */
export const passwordHashPattern = '^scrypt:(1[0-9]|20):[A-Za-z0-9_-]{22}:[A-Za-z0-9_-]{43}$';

const saltLength = 16;
const hashLength = 32;
const blockSize = 8;

function kept(cost: number, salt: Buffer, hash: Buffer): string {
  return `scrypt:${cost}:${salt.toString('base64url')}:${hash.toString('base64url')}`;
}

function parts(hash: string): { readonly cost: number; readonly salt: Buffer; readonly expected: Buffer } {
  const [, cost = '', salt = '', expected = ''] = hash.split(':');
  return {
    cost: Number(cost),
    salt: Buffer.from(salt, 'base64url'),
    expected: Buffer.from(expected, 'base64url'),
  };
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const N = 2 ** cost;
  const options = { N, r: blockSize, p: 1, maxmem: 256 * N * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashLength, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}
