import { randomBytes } from 'node:crypto';
import type { Authenticate, Caller } from '@berth/api-kit/caller.ts';

/** Those who ask from within this process. Each has a token that nobody else can know, and that ends with the process. */
export class Insiders {
  readonly #callers = new Map<string, Caller>();

  tokenOf(caller: Caller): string {
    const token = randomBytes(32).toString('base64url');
    this.#callers.set(token, caller);
    return token;
  }

  /** Knows them, and leaves everybody else to the other. */
  before(authenticate: Authenticate): Authenticate {
    return (headers) => {
      const caller = this.#callers.get(headers['x-auth-token'] ?? '');
      return caller === undefined ? authenticate(headers) : { kind: 'caller', caller };
    };
  }
}
