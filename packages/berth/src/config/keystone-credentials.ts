import type { KeystoneCredentials } from '@berth/api-kit/auth/keystone-settings.ts';
import type { Config } from './settings.ts';

/** Who we are for Keystone. */
export function credentialsOf(config: Config): KeystoneCredentials {
  if (config.keystoneApplicationCredentialId !== null) {
    return {
      kind: 'application-credential',
      credential: { id: config.keystoneApplicationCredentialId },
      secret: config.keystoneApplicationCredentialSecret?.reveal() ?? '',
    };
  }
  return {
    kind: 'password',
    user: { name: config.keystoneUsername ?? '', domain: { name: config.keystoneUserDomain } },
    // Whether it came from its own setting or from a file.
    password: config.keystonePassword?.reveal() ?? '',
    scope: { project: { name: config.keystoneProject, domain: { name: config.keystoneProjectDomain } } },
  };
}
