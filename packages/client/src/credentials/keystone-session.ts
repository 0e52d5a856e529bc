import { type KeystoneCredentials, keystoneSettings } from '@berth/api-kit/auth/keystone-settings.ts';
import { OwnToken, type TokenStore } from '@berth/api-kit/auth/own-token.ts';
import type { TokenProject } from '@berth/api-kit/auth/validated-token.ts';
import { ConnectionPool, type TlsSettings } from '../http/connection-pool.ts';
import { pooledFetch } from '../http/pooled-fetch.ts';
import type { TokenSource } from '../token-source.ts';
import { type EndpointQuery, findEndpoint } from './find-endpoint.ts';

export interface KeystoneSessionOptions {
  /** With or without '/v3'. */
  readonly authUrl: string;
  readonly credentials: KeystoneCredentials;
  readonly tls?: TlsSettings;
  /** For one request to Keystone. */
  readonly timeoutMs?: number;
  readonly now?: () => number;
  /** Where tokens outlive this process. */
  readonly stores?: TokenStores;
}

/** The store for the tokens that these credentials get there. */
export type TokenStores = (authUrl: string, credentials: KeystoneCredentials) => TokenStore;

/**
 * A token of a Keystone and the catalog that came with it. Nothing is asked for before it is needed; then a token is used until
 * shortly before it ends, by as many transports as there are, and credentials that were refused rest for a while.
 */
export class KeystoneSession implements TokenSource {
  readonly #connections: ConnectionPool;
  readonly #token: OwnToken;

  constructor({ authUrl, credentials, tls = {}, timeoutMs = 30_000, now, stores }: KeystoneSessionOptions) {
    this.#connections = new ConnectionPool({ tls, socketsMax: 4 });
    const fetch = pooledFetch(this.#connections);
    this.#token = new OwnToken(keystoneSettings({ authUrl, credentials, timeoutMs, fetch, now }), {
      withCatalog: true,
      ...(stores === undefined ? {} : { store: stores(authUrl, credentials) }),
    });
  }

  get(): Promise<string> {
    return this.#token.get();
  }

  getOtherThan(rejected: string | null): Promise<string> {
    return rejected === null ? this.get() : this.#token.getOtherThan(rejected);
  }

  /** The address of a service; rejects where the catalog has none. */
  async endpoint(query: EndpointQuery): Promise<string> {
    const { catalog } = await this.#token.issued();
    return findEndpoint(catalog, query);
  }

  /** The project that the token is for; null where it is for none. */
  async project(): Promise<TokenProject | null> {
    return (await this.#token.issued()).project;
  }

  close(): void {
    this.#connections.close();
  }
}
