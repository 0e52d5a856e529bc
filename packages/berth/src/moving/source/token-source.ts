import { keystoneSettings } from '@berth/api-kit/auth/keystone-settings.ts';
import { OwnToken } from '@berth/api-kit/auth/own-token.ts';
import { credentialsOf } from '../../config/keystone-credentials.ts';
import type { Config } from '../../config/settings.ts';

/** Where the token comes from that is shown to the service that is read. */
export interface TokenSource {
  /** Null where there is none. */
  get(): Promise<string | null>;
  /** Another one than `rejected`; null where there is no other. */
  getOtherThan(rejected: string | null): Promise<string | null>;
}

/** The token that was given, or else one of the Keystone in the settings, whose tokens are renewed. */
export function tokenSource(token: string | null, config: Config): TokenSource {
  if (token !== null || config.keystoneAuthUrl === null) {
    return { get: async () => token, getOtherThan: async () => null };
  }
  const own = new OwnToken(
    keystoneSettings({
      authUrl: config.keystoneAuthUrl,
      credentials: credentialsOf(config),
      timeoutMs: config.keystoneTimeoutMs,
    }),
  );
  return {
    get: () => own.get(),
    getOtherThan: (rejected) => (rejected === null ? own.get() : own.getOtherThan(rejected)),
  };
}
