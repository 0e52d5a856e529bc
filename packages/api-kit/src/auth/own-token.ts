import { askKeystone, KeystoneUnavailable } from './ask-keystone.ts';
import { authRequest } from './auth-request.ts';
import type { KeystoneSettings } from './keystone-settings.ts';
import { catalogIn, expiryIn, projectIn, type TokenProject } from './validated-token.ts';

/** Renewed that long before it expires at most, so that a request under way does not see it end. */
const renewEarlyMs = 60_000;

/** After Keystone has refused the credentials. Asking on and on could have the account locked. */
const restAfterRefusalMs = 10_000;

export interface IssuedToken {
  readonly value: string;
  /** As Keystone writes it; undefined where it was not asked for, or the scope has none. */
  readonly catalog: unknown;
  /** The project it is for; null where it is for none. */
  readonly project: TokenProject | null;
}

export interface StoredToken extends IssuedToken {
  /** When another one is asked for, in milliseconds of the clock that all agree on. */
  readonly renewAt: number;
}

/** Where a token outlives the process that got it. */
export interface TokenStore {
  /** Null where there is none that can be used. */
  read(): StoredToken | null;
  write(token: StoredToken): void;
}

/**
 * A token that Keystone gives for credentials: that of a service, which it shows when it asks about other tokens, or that of a
 * client. At most one is being fetched.
 */
export class OwnToken {
  readonly #settings: KeystoneSettings;
  readonly #path: string;
  readonly #store: TokenStore | null;
  #current: StoredToken | null;
  #fetching: Promise<IssuedToken> | null = null;
  #refusedUntil = Number.NEGATIVE_INFINITY;

  constructor(
    settings: KeystoneSettings,
    { withCatalog = false, store = null }: { withCatalog?: boolean; store?: TokenStore | null } = {},
  ) {
    this.#settings = settings;
    this.#store = store;
    this.#current = store?.read() ?? null;
    this.#path = withCatalog ? '/auth/tokens' : '/auth/tokens?nocatalog';
  }

  async get(): Promise<string> {
    return (await this.issued()).value;
  }

  async issued(): Promise<IssuedToken> {
    const current = this.#current;
    const isFresh = current !== null && this.#settings.now() < current.renewAt;
    return isFresh ? current : this.#fetchOnce();
  }

  /** Another one than `rejected`, which Keystone has not accepted. */
  async getOtherThan(rejected: string): Promise<string> {
    if (this.#current?.value === rejected) this.#current = null;
    return this.get();
  }

  #fetchOnce(): Promise<IssuedToken> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = null;
    });
    return this.#fetching;
  }

  async #fetch(): Promise<IssuedToken> {
    const { url, credentials, patienceMs, now } = this.#settings;
    if (now() < this.#refusedUntil) throw refusal(url);
    const { status, subjectToken, body } = await askKeystone(
      this.#settings,
      {
        method: 'POST',
        path: this.#path,
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
      throw new KeystoneUnavailable(`Keystone at ${url} gave no token (status ${status})`);
    }
    // A token that lives for a minute only is still used for most of it.
    const early = Math.min(renewEarlyMs, (expiresAt - now()) / 10);
    const issued = {
      value: subjectToken,
      catalog: catalogIn(body),
      project: projectIn(body),
      renewAt: expiresAt - early,
    };
    this.#current = issued;
    this.#store?.write(issued);
    return issued;
  }
}

function refusal(url: string): KeystoneUnavailable {
  return new KeystoneUnavailable(
    `Keystone at ${url} refuses the credentials that it is shown (status 401): check user, password, project and domains`,
  );
}
