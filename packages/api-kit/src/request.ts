/** A request as a value: the same whether it came over a socket or was made in this process. */
export interface ApiRequest {
  readonly method: string;
  /** Path with the query, exactly as the client wrote it: '/resource_providers?name=a%20b'. */
  readonly target: string;
  /** Names in lower case; a header sent more than once is joined with ', '. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** Scheme and host for absolute links: 'http://127.0.0.1:8778'. */
  readonly origin: string;
  readonly remoteAddress: string;
  /** Where it has one already, since another process has passed it on. */
  readonly requestId?: string;
}

export const emptyBody = new Uint8Array(0);
