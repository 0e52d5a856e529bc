export interface RequestOptions {
  /** Such as '1.28'; without one there is no version header. */
  readonly version?: string | null;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Added to those of an administrator who speaks JSON; null leaves one of them out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

export function bodyText(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** The headers of a request, as a client would send them, but for those that belong to the connection. */
export function requestHeaders({
  version = null,
  body,
  headers = {},
}: RequestOptions): Record<string, string> {
  const text = bodyText(body);
  const usual = {
    'x-auth-token': 'admin',
    accept: 'application/json',
    'openstack-api-version': version === null ? null : `placement ${version}`,
    'content-type': text === '' ? null : 'application/json',
    'content-length': text === '' ? null : String(Buffer.byteLength(text)),
  };
  const all: [string, string | null][] = Object.entries({ ...usual, ...headers });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}
