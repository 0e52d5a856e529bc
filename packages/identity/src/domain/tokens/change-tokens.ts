import type { Identity } from '../identity-state.ts';
import type { Instant } from '../ids.ts';
import type { IdentityChange } from '../nouns.ts';
import type { Revocation } from './revocation.ts';
import type { TokenKey } from './token-key.ts';

/** A key for new tokens. Those that no token can be made with any more, that somebody may still show, go. */
export interface RotateTokenKeys {
  readonly kind: 'rotate-token-keys';
  readonly key: TokenKey;
  /** How long a token may be shown after it was made. */
  readonly keptMs: number;
  /** Does nothing while the newest is younger: several may have asked. */
  readonly everyMs: number;
}

export interface RevokeToken {
  readonly kind: 'revoke-token';
  readonly revocation: Revocation;
  readonly now: Instant;
}

/** How many revoked tokens are told apart of one user; beyond that, all of the user's tokens end. */
export const revocationsMax = 100;

export function rotateTokenKeys(
  { tokenKeys }: Identity,
  { key, keptMs, everyMs }: RotateTokenKeys,
): readonly IdentityChange[] {
  const newestFirst = [...tokenKeys.values()].sort((one, other) => other.createdAt - one.createdAt);
  const [newest] = newestFirst;
  if (newest && key.createdAt - newest.createdAt < everyMs) return [];
  // A key was in use until the next one was there.
  const old = newestFirst.filter((_, index) => {
    const next = newestFirst[index - 1];
    return next !== undefined && key.createdAt - next.createdAt > keptMs;
  });
  return [
    ...old.map(({ id }): IdentityChange => ({ kind: 'token-key-removed', id })),
    { kind: 'token-key-set', thing: key },
  ];
}

/** What is over by itself is forgotten on the way, so a user has so many at most. */
export function revokeToken(identity: Identity, { revocation, now }: RevokeToken): readonly IdentityChange[] {
  const user = identity.users.get(revocation.userId);
  if (user === undefined || identity.revocations.has(revocation.id)) return [];
  const own = [...identity.revocations.of(user.id)];
  const over = own.filter(({ expiresAt }) => expiresAt < now);
  const isTooMany = own.length - over.length >= revocationsMax;
  const gone = (isTooMany ? own : over).map(({ id }): IdentityChange => ({ kind: 'revocation-removed', id }));
  const tokensEndedAt = Math.max(now, user.tokensEndedAt);
  if (isTooMany) return [...gone, { kind: 'user-set', thing: { ...user, tokensEndedAt } }];
  return [...gone, { kind: 'revocation-set', thing: revocation }];
}
