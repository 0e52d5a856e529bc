import type { Caller } from './caller.ts';
import type { VersionIndex } from './microversions.ts';
import { decodePath } from './query-params.ts';
import type { ApiRequest } from './request.ts';

/** A request on its way through the service, with what has been found out about it so far. */
export class Visit {
  readonly request: ApiRequest;
  readonly requestId: string;
  /** As the client wrote it, before decoding. */
  readonly path: string;
  readonly queryText: string;
  version: VersionIndex | undefined;
  route: string | undefined;
  caller: Caller | undefined;
  params: Readonly<Record<string, string>> = {};

  constructor(request: ApiRequest, requestId: string) {
    this.request = request;
    this.requestId = requestId;
    const mark = request.target.indexOf('?');
    this.path = mark < 0 ? request.target : request.target.slice(0, mark);
    this.queryText = mark < 0 ? '' : request.target.slice(mark + 1);
  }

  /** The decoded path's parts. A line feed at its end is not a part of it, as it was not to the original. */
  segments(): string[] {
    const path = decodePath(this.path);
    let start = 0;
    while (path.charCodeAt(start) === slash) start++;
    return path.slice(start, path.endsWith('\n') ? -1 : undefined).split('/');
  }

  /** Clients that take anything, or say nothing, get JSON. */
  get accept(): string | undefined {
    const accept = this.request.headers['accept'];
    return accept === undefined || accept === '' || accept === '*/*' ? 'application/json' : accept;
  }

  get contentType(): string | undefined {
    return this.request.headers['content-type']?.split(';')[0]?.trim();
  }
}

const slash = 0x2f;
