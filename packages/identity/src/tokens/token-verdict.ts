import type { VerdictOn } from '@berth/api-kit/auth/by-tokens.ts';
import type { Identity } from '../domain/identity-state.ts';
import { type GoodToken, judgeToken } from './judge-token.ts';
import { openToken } from './seal-token.ts';
import { tokenCaller } from './token-caller.ts';

/** How long a token is still shown after its end by services that do long work with it. */
export const expiredWindowMs = 48 * 3_600_000;

/** What a text that somebody shows is; null where it is no token, or good no longer. */
export function goodToken(
  identity: Identity,
  text: string,
  now: number,
  allowsExpired = false,
): GoodToken | null {
  const claims = openToken(identity, text);
  if (claims === null) return null;
  return judgeToken(identity, claims, allowsExpired ? now - expiredWindowMs : now);
}

/** Checks the tokens of callers of the services in this process: nobody else has to be asked. */
export function verdictIn(identity: () => Identity, now: () => number): VerdictOn {
  return (text, allowsExpired) => {
    const token = goodToken(identity(), text, now(), allowsExpired);
    return token === null ? { kind: 'invalid' } : { kind: 'valid', caller: tokenCaller(token) };
  };
}
