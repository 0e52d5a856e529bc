import assert from 'node:assert/strict';
import type { RealKeystone } from './real-keystone.ts';

type Scope =
  | { readonly project: { readonly id: string } }
  | { readonly domain: { readonly id: string } }
  | { readonly system: { readonly all: true } };

interface ApplicationCredential {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

interface AccessRule {
  readonly service: string;
  readonly method: string;
  readonly path: string;
}

/** What a test does to a real Keystone: makes users, and gets tokens for them. */
export class KeystoneAdministrator {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async of({ url, adminPassword }: RealKeystone): Promise<KeystoneAdministrator> {
    const user = { name: 'admin', domain: { id: 'default' }, password: adminPassword };
    const scope = { project: { name: 'admin', domain: { id: 'default' } } };
    return new KeystoneAdministrator(url, await tokenFor(url, withPassword(user, scope)));
  }

  async createProject(name: string): Promise<string> {
    return this.#create('project', { name, domain_id: 'default' });
  }

  /** A user whose password is its name. */
  async createUser(name: string): Promise<string> {
    return this.#create('user', { name, password: name, domain_id: 'default' });
  }

  async createRole(name: string): Promise<void> {
    await this.#create('role', { name });
  }

  /** A service in the catalog, with a public address. */
  async createPlacement(url: string, region: string): Promise<void> {
    const service = await this.#create('service', { name: 'placement', type: 'placement' });
    await this.#call('PUT', `/regions/${region}`, { region: {} });
    await this.#create('endpoint', { service_id: service, interface: 'public', region_id: region, url });
  }

  /** `where`: 'projects/ID', 'domains/ID' or 'system'. */
  async assign(role: string, userId: string, where: string): Promise<void> {
    const { roles } = (await this.#call('GET', `/roles?name=${role}`)) as { roles: { id: string }[] };
    await this.#call('PUT', `/${where}/users/${userId}/roles/${roles[0]?.id}`);
  }

  async tokenOf(userId: string, password: string, scope: Scope): Promise<string> {
    return tokenFor(this.#url, withPassword({ id: userId, password }, scope));
  }

  async revoke(token: string): Promise<void> {
    await this.#call('DELETE', '/auth/tokens', undefined, { 'x-subject-token': token });
  }

  /** Made by the user itself: nobody else may. `rules`: the only requests it is good for, where given. */
  async createApplicationCredential(
    userId: string,
    userToken: string,
    rules?: readonly AccessRule[],
  ): Promise<ApplicationCredential> {
    const name = `with ${rules?.length ?? 'all'} rules`;
    const answer = await this.#call(
      'POST',
      `/users/${userId}/application_credentials`,
      { application_credential: { name, access_rules: rules } },
      { 'x-auth-token': userToken },
    );
    return (answer as { application_credential: ApplicationCredential }).application_credential;
  }

  async tokenBy({ id, secret }: Pick<ApplicationCredential, 'id' | 'secret'>): Promise<string> {
    const identity = { methods: ['application_credential'], application_credential: { id, secret } };
    return tokenFor(this.#url, { identity });
  }

  async #create(noun: string, value: object): Promise<string> {
    const answer = (await this.#call('POST', `/${noun}s`, { [noun]: value })) as Record<
      string,
      { id: string }
    >;
    return answer[noun]?.id ?? '';
  }

  async #call(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const response = await fetch(`${this.#url}/v3${path}`, {
      method,
      headers: { 'x-auth-token': this.#token, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
}

function withPassword(user: object, scope: object): object {
  return { identity: { methods: ['password'], password: { user } }, scope };
}

async function tokenFor(url: string, auth: object): Promise<string> {
  const response = await fetch(`${url}/v3/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auth }),
  });
  const token = response.headers.get('x-subject-token');
  assert(token, `no token: ${response.status} ${await response.text()}`);
  return token;
}
