import { askKeystone, KeystoneUnavailable } from './ask-keystone.ts';
import type { KeystoneCredentials, KeystoneReference, KeystoneSettings } from './keystone-settings.ts';
import { expiryIn } from './validated-token.ts';

/** Renewed that long before it expires at most, so that a request under way does not see it end. */
const renewEarlyMs = 60_000;

/** After Keystone has refused the credentials. Asking on and on could have the account locked. */
const restAfterRefusalMs = 10_000;

/** The token of the service itself, which it shows when it asks about other tokens. At most one is being fetched. */
export class OwnToken {
  readonly #settings: KeystoneSettings;
  #current: { readonly value: string; readonly renewAt: number } | null = null;
  #fetching: Promise<string> | null = null;
  #refusedUntil = Number.NEGATIVE_INFINITY;

  constructor(settings: KeystoneSettings) {
    this.#settings = settings;
  }

  async get(): Promise<string> {
    const current = this.#current;
    const isFresh = current !== null && this.#settings.now() < current.renewAt;
    return isFresh ? current.value : this.#fetchOnce();
  }

  /** Another one than `rejected`, which Keystone has not accepted. */
  async getOtherThan(rejected: string): Promise<string> {
    if (this.#current?.value === rejected) this.#current = null;
    return this.get();
  }

  #fetchOnce(): Promise<string> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  async #fetch(): Promise<string> {
    const { url, credentials, patienceMs, now } = this.#settings;
    if (now() < this.#refusedUntil) throw refusal(url);
    const { status, subjectToken, body } = await askKeystone(
      this.#settings,
      {
        method: 'POST',
        path: '/auth/tokens?nocatalog',
        headers: {},
        body: { auth: authRequest(credentials) },
      },
      AbortSignal.timeout(patienceMs),
    );
    if (status === 401) {
      this.#refusedUntil = now() + restAfterRefusalMs;
      throw refusal(url);
    }
    const expiresAt = expiryIn(body);
    if (status !== 201 || subjectToken === null || expiresAt === null) {
      throw new KeystoneUnavailable(`Keystone at ${url} gave this service no token (status ${status})`);
    }
    // A token that lives for a minute only is still used for most of it.
    const early = Math.min(renewEarlyMs, (expiresAt - now()) / 10);
    this.#current = { value: subjectToken, renewAt: expiresAt - early };
    return subjectToken;
  }
}

function refusal(url: string): KeystoneUnavailable {
  return new KeystoneUnavailable(
    `Keystone at ${url} refuses this service's own credentials (status 401): check user, password, project and domains`,
  );
}

function authRequest(credentials: KeystoneCredentials): object {
  if (credentials.kind === 'application-credential') {
    const { id, secret } = credentials;
    return { identity: { methods: ['application_credential'], application_credential: { id, secret } } };
  }
  const { user, password, project } = credentials;
  return {
    identity: { methods: ['password'], password: { user: { ...reference(user), password } } },
    scope: { project: reference(project) },
  };
}

/** Only what Keystone knows, whatever else the object that was handed in carries. */
function reference(thing: KeystoneReference): object {
  if ('id' in thing) return { id: thing.id };
  const { name, domain } = thing;
  return { name, domain: 'id' in domain ? { id: domain.id } : { name: domain.name } };
}
