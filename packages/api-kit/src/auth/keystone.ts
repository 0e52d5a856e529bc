import type { Authenticate } from '../caller.ts';
import { byTokens } from './by-tokens.ts';
import { type KeystoneOptions, keystoneSettings } from './keystone-settings.ts';
import { TokenValidator } from './token-validator.ts';

/**
 * Authenticates by tokens of an OpenStack Keystone (v3). A token seen lately is answered at once from memory. Keystone
 * being away makes callers `unavailable`, never unauthenticated: clients throw a refused token away.
 */
export function keystone(options: KeystoneOptions): Authenticate {
  const settings = keystoneSettings(options);
  const validator = new TokenValidator(settings);
  return byTokens((token, allowExpired) => validator.verdictOn(token, allowExpired), settings);
}
