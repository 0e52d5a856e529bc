import { KeystoneSession } from '@berth/client/credentials/keystone-session.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import type { TokenBearer } from '@berth/compute/networks/neutron.ts';
import { credentialsOf } from '../config/keystone-credentials.ts';
import type { Config } from '../config/settings.ts';

/** What this service shows others: a token of its own user; where there is no Keystone, one that is set. */
export function serviceBearer(config: Config, token: Config['networkToken']): TokenBearer {
  if (config.authStrategy !== 'keystone') return fixedToken(token?.reveal() ?? null);
  const { keystoneAuthUrl: authUrl, keystoneTimeoutMs: timeoutMs } = config;
  // Settings with this strategy are refused without an address.
  return new KeystoneSession({ authUrl: authUrl ?? '', credentials: credentialsOf(config), timeoutMs });
}
