import { hash } from 'node:crypto';

export interface LockoutSettings {
  /** After so many wrong passwords in a row nobody gets in by that name; 0: however many. */
  readonly attempts: number;
  /** For so long after the last of them. */
  readonly durationMs: number;
}

interface Failures {
  readonly count: number;
  readonly lastAt: number;
}

/**
 * Who has failed to log in how often, by what they call themselves: names of nobody count as those of users do, so that a lock says
 * nothing about who there is. In memory, of so many names, each as a hash, however long it is; those that have not failed for longest are forgotten first. What is written of
 * it would let strangers write.
 */
export class FailedLogins {
  readonly #settings: LockoutSettings;
  readonly #namesMax: number;
  readonly #failures = new Map<string, Failures>();

  constructor(settings: LockoutSettings, namesMax = 10_000) {
    this.#settings = settings;
    this.#namesMax = namesMax;
  }

  isLocked(name: string, now: number): boolean {
    const failures = this.#failures.get(keyOf(name));
    const { attempts, durationMs } = this.#settings;
    if (failures === undefined || attempts === 0 || failures.count < attempts) return false;
    return now < failures.lastAt + durationMs;
  }

  noteFailure(name: string, now: number): void {
    if (this.#settings.attempts === 0) return;
    const key = keyOf(name);
    const before = this.#failures.get(key);
    const isOver = before !== undefined && now >= before.lastAt + this.#settings.durationMs;
    this.#failures.delete(key);
    this.#failures.set(key, { count: isOver ? 1 : (before?.count ?? 0) + 1, lastAt: now });
    if (this.#failures.size <= this.#namesMax) return;
    const [oldest] = this.#failures.keys();
    if (oldest !== undefined) this.#failures.delete(oldest);
  }

  noteSuccess(name: string): void {
    this.#failures.delete(keyOf(name));
  }
}

function keyOf(name: string): string {
  return hash('sha256', name, 'base64url');
}
