import type {
  KeystoneCredentials,
  KeystoneDomain,
  KeystoneReference,
  KeystoneScope,
} from '@berth/api-kit/auth/keystone-settings.ts';
import type { SettingReader } from './setting-reader.ts';

/**
 * Who one is for Keystone, by the type of authentication. Checked now, and made when it is asked for: until then no password is
 * in any object.
 */
export function keystoneCredentials(type: string, settings: SettingReader): () => KeystoneCredentials {
  switch (type.toLowerCase()) {
    case 'password':
    case 'v3password': {
      const [user, password] = [neededUser(settings), settings.neededSecret('password')];
      const scope = scopeOf(settings);
      return () => ({ kind: 'password', user, password: password.reveal(), scope });
    }
    case 'token':
    case 'v3token': {
      const [token, scope] = [settings.neededSecret('token'), scopeOf(settings)];
      return () => ({ kind: 'token', token: token.reveal(), scope });
    }
    case 'v3applicationcredential': {
      const secret = settings.neededSecret('application_credential_secret');
      const id = settings.text('application_credential_id');
      const credential =
        id === null
          ? {
              name: settings.neededSecret('application_credential_name').reveal(),
              user: neededUser(settings),
            }
          : { id };
      return () => ({ kind: 'application-credential', credential, secret: secret.reveal() });
    }
    default:
      throw settings.problem(
        'auth_type',
        'must be password, token, v3applicationcredential, admin_token or none: others are not known here',
      );
  }
}

function neededUser(settings: SettingReader): KeystoneReference {
  return (
    reference(settings, 'user', 'user_id', 'username') ?? { id: settings.neededSecret('username').reveal() }
  );
}

function scopeOf(settings: SettingReader): KeystoneScope {
  const system = settings.text('system_scope');
  if (system !== null) {
    if (system === 'all') return 'system';
    throw settings.problem('system_scope', 'must be all');
  }
  const project = reference(settings, 'project', 'project_id', 'project_name');
  if (project !== null) return { project };
  const domain = domainOf(settings, '');
  return domain === null ? 'default' : { domain };
}

function reference(
  settings: SettingReader,
  noun: 'user' | 'project',
  idName: string,
  nameName: string,
): KeystoneReference | null {
  const [id, name] = [settings.text(idName), settings.text(nameName)];
  if (id !== null) return { id };
  if (name === null) return null;
  // Whoever names one domain means it for both.
  const domain = domainOf(settings, `${noun}_`) ?? domainOf(settings, '') ?? usualDomain(settings);
  return { name, domain };
}

function domainOf(settings: SettingReader, prefix: string): KeystoneDomain | null {
  const [id, name] = [settings.text(`${prefix}domain_id`), settings.text(`${prefix}domain_name`)];
  if (id !== null) return { id };
  return name === null ? null : { name };
}

function usualDomain(settings: SettingReader): KeystoneDomain {
  return { id: settings.text('default_domain') ?? 'default' };
}
