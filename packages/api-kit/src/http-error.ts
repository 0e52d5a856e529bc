/** A request that gets an error for an answer. Thrown wherever that is found out; rendered in one place. */
export class HttpError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    status: number,
    detail: string,
    options: { readonly code?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    this.name = 'HttpError';
    this.status = status;
    this.detail = detail;
    this.code = options.code;
    this.headers = options.headers;
  }
}

export const badRequest = (detail: string, code?: string) => httpError(400, detail, code);
export const notFound = (detail: string, code?: string) => httpError(404, detail, code);
export const conflict = (detail: string, code?: string) => httpError(409, detail, code);

/** Nothing is wrong with the request: it is to be sent again later. */
export const unavailable = (detail: string) =>
  new HttpError(503, detail, { headers: { 'retry-after': '5' } });

function httpError(status: number, detail: string, code?: string): HttpError {
  return new HttpError(status, detail, code === undefined ? {} : { code });
}
