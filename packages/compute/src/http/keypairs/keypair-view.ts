import type { Keypair } from '@berth/compute-engine/keypairs/keypair.ts';
import type { ComputeContext } from '../endpoint.ts';
import { shownTime } from '../shown-time.ts';
import { versions } from '../versions.ts';

type At = Pick<ComputeContext, 'version'>;

export function shownKeypair({ version }: At, keypair: Keypair): Record<string, unknown> {
  return view.at(version)(keypair);
}

/** The same in a list. */
export function briefKeypair({ version }: At, keypair: Keypair): Record<string, unknown> {
  return briefView.at(version)(keypair);
}

/** The same when it has just been made: with the private key, where it was made here. It is shown this once. */
export function madeKeypair(
  { version }: At,
  keypair: Keypair,
  privateKey: string | undefined,
): Record<string, unknown> {
  return madeView.at(version)({ ...keypair, privateKey });
}

const briefView = versions.view<Keypair>({
  name: { get: ({ name }) => name },
  public_key: { get: ({ publicKey }) => publicKey },
  fingerprint: { get: ({ fingerprint }) => fingerprint },
  type: { since: '2.2', get: ({ type }) => type },
});

const madeView = versions.view<Keypair & { readonly privateKey: string | undefined }>({
  private_key: { get: ({ privateKey }) => privateKey },
  type: { since: '2.2', get: ({ type }) => type },
  name: { get: ({ name }) => name },
  public_key: { get: ({ publicKey }) => publicKey },
  fingerprint: { get: ({ fingerprint }) => fingerprint },
  user_id: { get: ({ userId }) => userId },
});

const view = versions.view<Keypair>({
  name: { get: ({ name }) => name },
  public_key: { get: ({ publicKey }) => publicKey },
  fingerprint: { get: ({ fingerprint }) => fingerprint },
  user_id: { get: ({ userId }) => userId },
  created_at: { get: ({ createdAt }) => shownTime(createdAt) },
  deleted: { get: () => false },
  deleted_at: { get: () => null },
  id: { get: ({ number }) => number },
  updated_at: { get: () => null },
  type: { since: '2.2', get: ({ type }) => type },
});
