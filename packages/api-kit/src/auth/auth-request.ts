import type {
  KeystoneCredentials,
  KeystoneDomain,
  KeystoneReference,
  KeystoneScope,
} from './keystone-settings.ts';

/** What Keystone is to be sent for a token. Only what it knows, whatever else the objects that were handed in carry. */
export function authRequest(credentials: KeystoneCredentials): object {
  switch (credentials.kind) {
    case 'password': {
      const { user, password, scope } = credentials;
      const identity = { methods: ['password'], password: { user: { ...reference(user), password } } };
      return { identity, ...scopeMember(scope) };
    }
    case 'token': {
      const { token, scope } = credentials;
      return { identity: { methods: ['token'], token: { id: token } }, ...scopeMember(scope) };
    }
    case 'application-credential': {
      const { credential, secret } = credentials;
      const named =
        'id' in credential
          ? { id: credential.id }
          : { name: credential.name, user: reference(credential.user) };
      return {
        identity: { methods: ['application_credential'], application_credential: { ...named, secret } },
      };
    }
  }
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
