import type { Caller } from '@berth/api-kit/caller.ts';
import type { OwnApp } from '../own-app.ts';

/** How an answer that has no end of its own finds out that its client may not have more of it. */
export interface ReaderAccess {
  /** When to look again, in milliseconds from now. */
  readonly nextLookMs: number;
  /** Why it ends; null when it goes on. Asks whoever knows tokens only now and then. */
  ended(): Promise<string | null>;
}

/**
 * The access of one who has shown a token and was allowed something: it ends when the token does, and no later than a
 * while after the token was revoked or the rule does not hold for its user any more. If that cannot be found out, it
 * goes on until the token would have ended anyway.
 */
export function readerAccess(
  { authenticate, policy, now }: Pick<OwnApp, 'authenticate' | 'policy' | 'now'>,
  rule: string,
  headers: Readonly<Record<string, string | undefined>>,
  caller: Caller,
): ReaderAccess {
  let endsAt = caller.until ?? Number.POSITIVE_INFINITY;
  let lookAt = now() + lookEveryMs;
  return {
    get nextLookMs() {
      return Math.max(0, Math.min(endsAt, lookAt) - now());
    },
    async ended() {
      if (now() >= endsAt) return 'The token has expired.';
      if (now() < lookAt) return null;
      lookAt = now() + lookEveryMs;
      const outcome = await authenticate(headers);
      if (outcome.kind === 'unavailable') return null;
      if (outcome.kind === 'unauthenticated') return 'The token is not valid any more.';
      endsAt = outcome.caller.until ?? Number.POSITIVE_INFINITY;
      if (!policy.allows(rule, outcome.caller)) return `Policy does not allow ${rule} any more.`;
      return null;
    },
  };
}

/** Mostly answered from the cache of tokens, so that Keystone is asked as often as for any other client. */
const lookEveryMs = 60_000;
