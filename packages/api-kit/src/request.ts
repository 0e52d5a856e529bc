import type { OwnPort } from './own-port.ts';

/** A request as a value: the same whether it came over a socket or was made in this process. */
export interface ApiRequest {
  readonly method: string;
  /** Path with the query, exactly as the client wrote it: '/resource_providers?name=a%20b'. */
  readonly target: string;
  /** Names in lower case; a header sent more than once is joined with ', '. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Bytes, or what reads them: a body that comes over a socket is read when it is wanted, after it is known who asks. */
  readonly body: Uint8Array | UnreadBody;
  /** Scheme and host for absolute links: 'http://127.0.0.1:8778'. */
  readonly origin: string;
  /** What the client's path had before the target: '/placement', where the service is not at the root of its host. */
  readonly prefix?: string;
  /** Where it came to a port that is one service's own. */
  readonly ownPort?: OwnPort;
  readonly remoteAddress: string;
  /** The connection it came on, if it did: destroyed when its client has gone. */
  readonly connection?: { readonly destroyed: boolean };
  /** Where it has one already, since another process has passed it on. */
  readonly requestId?: string;
  /** To be called when it is known who asks: from then on the connection is that of a client, and not of anybody. */
  readonly onIdentified?: () => void;
}

/** A body that has not been read, most of which may not even have come in. */
export interface UnreadBody {
  /** What the client says of it; null where it does not (chunked encoding). */
  readonly length: number | null;
  /** All of it. To be called once; rejects with an `UnreadableBody`. */
  read(): Promise<Uint8Array>;
  /**
   * The same in pieces, as they come, however many there are: no more of it is received than has been taken. To be called instead of `read`;
   * throws an `UnreadableBody`, also where the client is too slow. Absent where all of it is there anyhow.
   */
  stream?(): AsyncIterable<Uint8Array>;
}

/** At once where it is there, so that nobody waits who need not. */
export function readBody({ body }: Pick<ApiRequest, 'body'>): Uint8Array | Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : body.read();
}

/** In pieces, for who does not need all of it at one time. */
export async function* streamBody(body: ApiRequest['body']): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body;
  else if (body.stream) yield* body.stream();
  else yield await body.read();
}

export const emptyBody = new Uint8Array(0);
