import type {
  KeystoneCredentials,
  KeystoneDomain,
  KeystoneReference,
  KeystoneScope,
} from './keystone-settings.ts';

/** What Keystone is to be sent for a token. Only what it knows, whatever else the objects that were handed in carry. */
export function authRequest(credentials: KeystoneCredentials): object {
  if (credentials.kind === 'application-credential') {
    const { credential, secret } = credentials;
    const named =
      'id' in credential
        ? { id: credential.id }
        : { name: credential.name, user: reference(credential.user) };
    return {
      identity: { methods: ['application_credential'], application_credential: { ...named, secret } },
    };
  }
  const scope = scopeMember(credentials.scope);
  if (credentials.kind === 'token') {
    return { identity: { methods: ['token'], token: { id: credentials.token } }, ...scope };
  }
  const user = { ...reference(credentials.user), password: credentials.password };
  return { identity: { methods: ['password'], password: { user } }, ...scope };
}

function scopeMember(scope: KeystoneScope): { scope?: object } {
  if (scope === 'default') return {};
  if (scope === 'system') return { scope: { system: { all: true } } };
  if ('project' in scope) return { scope: { project: reference(scope.project) } };
  return { scope: { domain: domainReference(scope.domain) } };
}

function reference(thing: KeystoneReference): object {
  if ('id' in thing) return { id: thing.id };
  return { name: thing.name, domain: domainReference(thing.domain) };
}

function domainReference(domain: KeystoneDomain): object {
  return 'id' in domain ? { id: domain.id } : { name: domain.name };
}
