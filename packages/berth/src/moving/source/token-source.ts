import { keystoneSettings } from '@berth/api-kit/auth/keystone-settings.ts';
import { OwnToken } from '@berth/api-kit/auth/own-token.ts';
import { fixedToken, type TokenSource } from '@berth/client/token-source.ts';
import { credentialsOf } from '../../config/keystone-credentials.ts';
import type { Config } from '../../config/settings.ts';

/** The token that was given, or else one of the Keystone in the settings, whose tokens are renewed. */
export function tokenSource(token: string | null, config: Config): TokenSource {
  if (token !== null || config.keystoneAuthUrl === null) return fixedToken(token);
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
