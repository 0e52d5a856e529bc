export interface KeystoneOptions {
  /** Where Keystone answers: 'https://identity.example:5000', with or without '/v3'. */
  readonly authUrl: string;
  /** The service's own account, which must be allowed to look at other people's tokens. */
  readonly credentials: KeystoneCredentials;
  /** Where a 401 sends clients for a token. Keystone's public address; authUrl unless given. */
  readonly wwwAuthenticateUri?: string | undefined;
  /** How long a token once found valid is believed without asking again; a revoked one lives on as long. */
  readonly cacheSeconds?: number | undefined;
  /** How many tokens are remembered; those not seen for longest are forgotten first. */
  readonly cacheSize?: number | undefined;
  /** How long Keystone may take over one request. Nobody waits longer than for all attempts at one. */
  readonly timeoutMs?: number | undefined;
  /** How often a request that Keystone did not answer is repeated. */
  readonly retries?: number | undefined;
  /** Roles that make a service token one: with it, a user's token may have expired on the way. */
  readonly serviceTokenRoles?: readonly string[] | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly now?: (() => number) | undefined;
}

export type KeystoneCredentials =
  | {
      readonly kind: 'password';
      readonly user: KeystoneReference;
      readonly password: string;
      readonly scope: KeystoneScope;
    }
  /** Its scope is that in which it was made. */
  | {
      readonly kind: 'application-credential';
      readonly credential:
        | { readonly id: string }
        | { readonly name: string; readonly user: KeystoneReference };
      readonly secret: string;
    }
  /** A token for another. It lasts no longer than that one. */
  | { readonly kind: 'token'; readonly token: string; readonly scope: KeystoneScope };

/** What a token is good for; 'default': the user's own project, where it has one. */
export type KeystoneScope =
  | { readonly project: KeystoneReference }
  | { readonly domain: KeystoneDomain }
  | 'system'
  | 'default';

/** A user or a project: by its id, or by a name that is unique in its domain only. */
export type KeystoneReference =
  | { readonly id: string }
  | { readonly name: string; readonly domain: KeystoneDomain };

export type KeystoneDomain = { readonly id: string } | { readonly name: string };

/** The options with defaults filled in and checked. */
export interface KeystoneSettings {
  /** Ends in '/v3'. */
  readonly url: string;
  readonly credentials: KeystoneCredentials;
  readonly challenge: string;
  readonly cacheMs: number;
  readonly cacheSize: number;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Before the first repetition; before each further one twice as long. */
  readonly pauseMs: number;
  /** The longest a caller waits: all attempts at one request and the pauses between. */
  readonly patienceMs: number;
  readonly serviceTokenRoles: readonly string[];
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}

/** Throws where an option makes no sense, so that a slip shows at the start and not at the first request. */
export function keystoneSettings(options: KeystoneOptions): KeystoneSettings {
  const timeoutMs = inRange('timeoutMs', options.timeoutMs ?? 5_000, 1, 600_000);
  const retries = inRange('retries', options.retries ?? 2, 0, 5);
  const pauseMs = 100;
  return {
    url: versionedUrl(options.authUrl),
    credentials: options.credentials,
    challenge: `Keystone uri="${options.wwwAuthenticateUri ?? options.authUrl}"`,
    cacheMs: inRange('cacheSeconds', options.cacheSeconds ?? 300, 0, 3_600) * 1_000,
    cacheSize: inRange('cacheSize', options.cacheSize ?? 10_000, 1, 1_000_000),
    timeoutMs,
    retries,
    pauseMs,
    patienceMs: timeoutMs * (retries + 1) + pauseMs * (2 ** retries - 1),
    serviceTokenRoles: options.serviceTokenRoles ?? ['service'],
    fetch: options.fetch ?? globalThis.fetch,
    now: options.now ?? Date.now,
  };
}

function versionedUrl(authUrl: string): string {
  const url = URL.parse(authUrl);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError(
      `Keystone's authUrl must be an http or https address, not ${JSON.stringify(authUrl)}`,
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError(
      "Keystone's authUrl must be an address alone, without credentials, query or fragment",
    );
  }
  const base = url.href.replace(/\/+$/, '');
  if (/\/v2(\.0)?$/.test(base))
    throw new TypeError(`Keystone's authUrl ${base} is of version 2; 3 is needed`);
  return base.endsWith('/v3') ? base : `${base}/v3`;
}

function inRange(name: string, value: number, min: number, max: number): number {
  if (Number.isFinite(value) && value >= min && value <= max) return value;
  throw new RangeError(`Keystone's ${name} must be from ${min} to ${max}, not ${value}`);
}
