import type { Caller } from './caller.ts';
import type { Context, Endpoint, MediaType } from './endpoint.ts';
import type { VersionIndex } from './microversions.ts';
import { decodePath, QueryParams } from './query-params.ts';
import type { ApiRequest } from './request.ts';
import type { Offer, Path } from './route-table.ts';
import type { Service } from './service.ts';

/** A request on its way through the service, with what has been found out about it so far. */
export class Visit {
  readonly service: Service;
  readonly request: ApiRequest;
  readonly requestId: string;
  /** As the client wrote it, before decoding. */
  readonly pathText: string;
  readonly queryText: string;
  caller: Caller | undefined = undefined;
  /** Undefined until it was found out, and where it could not be. */
  version: VersionIndex | undefined = undefined;
  isVersionNamed = false;
  path: Path | undefined = undefined;
  params: Readonly<Record<string, string>> = noParams;
  /** What there is for the method of the request, or for its action. */
  offer: Offer | undefined = undefined;
  mediaType: MediaType = 'application/json';
  /** Null until it is read. */
  body: Uint8Array | null = null;
  /** The body's value, in dialects that parse it for the endpoint; undefined where none was sent. */
  json: unknown = undefined;
  input: unknown = undefined;
  found: unknown = undefined;
  context: Context<unknown> | undefined = undefined;
  #endpoint: Endpoint<unknown> | undefined = undefined;
  #query: QueryParams | undefined = undefined;

  constructor(service: Service, request: ApiRequest, requestId: string) {
    this.service = service;
    this.request = request;
    this.requestId = requestId;
    const mark = request.target.indexOf('?');
    this.pathText = mark < 0 ? request.target : request.target.slice(0, mark);
    this.queryText = mark < 0 ? '' : request.target.slice(mark + 1);
  }

  /** To be asked for after it was found; another order is a mistake of the dialect. */
  get endpoint(): Endpoint<unknown> {
    if (this.#endpoint === undefined) throw new Error('the endpoint has not been found yet');
    return this.#endpoint;
  }

  set endpoint(endpoint: Endpoint<unknown>) {
    this.#endpoint = endpoint;
  }

  get query(): QueryParams {
    return (this.#query ??= new QueryParams(this.queryText));
  }

  /** The decoded path's parts. A line feed at its end is not a part of it, as it was not to the original. */
  segments(): string[] {
    const path = decodePath(this.pathText);
    let start = 0;
    while (path.charCodeAt(start) === slash) start++;
    return path.slice(start, path.endsWith('\n') ? -1 : undefined).split('/');
  }

  get contentType(): string | undefined {
    return this.request.headers['content-type']?.split(';')[0]?.trim();
  }
}

const slash = 0x2f;
const noParams: Readonly<Record<string, string>> = {};
