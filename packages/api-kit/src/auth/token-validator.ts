import { hash } from 'node:crypto';
import { beforeAbort } from '../before-abort.ts';
import { KeystoneUnavailable } from './ask-keystone.ts';
import type { Verdict } from './by-tokens.ts';
import type { KeystoneSettings } from './keystone-settings.ts';
import { lookUpToken } from './look-up-token.ts';
import { OwnToken } from './own-token.ts';
import { TokenCache } from './token-cache.ts';

/**
 * How long a bad token is remembered as bad: long enough that a client in a loop does not become Keystone's load,
 * short enough for a token that one Keystone of several has not heard of yet.
 */
const believeInvalidMs = 10_000;

/** Tokens being asked about at the same time. Beyond that, somebody is trying out tokens. */
const underWayMax = 500;

/** Those of Keystone have some hundred characters, with everything signed some thousand. Longer ones are not even hashed. */
const longestToken = 8_192;

const invalid: Verdict = { kind: 'invalid' };

/**
 * Finds out whether tokens are good, asking Keystone as little as possible: once per token and caching time, however
 * many requests wait for the answer. Tokens are remembered by their hash alone.
 */
export class TokenValidator {
  readonly #settings: KeystoneSettings;
  readonly #own: OwnToken;
  readonly #valid: TokenCache<Verdict>;
  /** Apart from the valid ones, which a flood of bad tokens must not push out. */
  readonly #invalid: TokenCache<Verdict>;
  readonly #underWay = new Map<string, Promise<Verdict>>();

  constructor(settings: KeystoneSettings) {
    this.#settings = settings;
    this.#own = new OwnToken(settings);
    this.#valid = new TokenCache(settings.cacheSize);
    this.#invalid = new TokenCache(settings.cacheSize);
  }

  /** `allowExpired`: a token whose time has passed counts too, as long as Keystone knows it. */
  verdictOn(token: string, allowExpired: boolean): Verdict | Promise<Verdict> {
    // Nothing that Keystone issues has other characters, and a header could not carry them.
    if (token.length > longestToken || !/^[\x21-\x7e]+$/.test(token)) return invalid;
    const fingerprint = hash('sha256', token, 'base64');
    const id = allowExpired ? `${fingerprint} or expired` : fingerprint;

    const now = this.#settings.now();
    const known = this.#valid.get(fingerprint, now) ?? this.#invalid.get(id, now);
    return known ?? this.#underWay.get(id) ?? this.#begin({ id, fingerprint, token, allowExpired });
  }

  #begin(question: Question): Verdict | Promise<Verdict> {
    if (this.#underWay.size >= underWayMax) {
      return { kind: 'unavailable', reason: `${underWayMax} tokens are waiting for Keystone already` };
    }
    const asking = this.#ask(question).finally(() => this.#underWay.delete(question.id));
    this.#underWay.set(question.id, asking);
    return asking;
  }

  async #ask(question: Question): Promise<Verdict> {
    const { url, patienceMs } = this.#settings;
    const signal = AbortSignal.timeout(patienceMs);
    try {
      return await beforeAbort(signal, this.#decide(question, signal));
    } catch (error) {
      if (error instanceof KeystoneUnavailable) return { kind: 'unavailable', reason: error.message };
      if (error !== signal.reason) throw error;
      return { kind: 'unavailable', reason: `Keystone at ${url} did not answer within ${patienceMs} ms` };
    }
  }

  async #decide({ id, fingerprint, token, allowExpired }: Question, signal: AbortSignal): Promise<Verdict> {
    const found = await lookUpToken(this.#settings, this.#own, token, allowExpired, signal);
    const now = this.#settings.now();
    if (found === null || found.isRestricted || (found.expiresAt <= now && !allowExpired)) {
      this.#invalid.set(id, invalid, now + believeInvalidMs);
      return invalid;
    }
    const verdict: Verdict = { kind: 'valid', caller: found.caller };
    const until = Math.min(now + this.#settings.cacheMs, found.expiresAt);
    // An expired token is asked about each time: only Keystone knows for how long it still counts.
    if (until > now) this.#valid.set(fingerprint, verdict, until);
    return verdict;
  }
}

interface Question {
  readonly id: string;
  readonly fingerprint: string;
  readonly token: string;
  readonly allowExpired: boolean;
}
