export type Header = readonly [name: string, value: string];

export interface WireRequest {
  readonly method: string;
  /** As it goes over the wire, each character a byte. */
  readonly target: string;
  /** Each character a byte. Beside these there are a Host and, with a body, a Content-Length. */
  readonly headers: readonly Header[];
  readonly body?: Buffer;
}

export function requestBytes({ method, target, headers, body }: WireRequest): Buffer {
  const own: Header[] = [['host', '127.0.0.1']];
  if (body !== undefined) own.push(['content-length', `${body.length}`]);
  const lines = [...own, ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return body === undefined ? head : Buffer.concat([head, body]);
}

export const asAdmin: Header = ['x-auth-token', 'admin'];
export const asJson: Header = ['content-type', 'application/json'];
export const atVersion = (version: string): Header => ['openstack-api-version', `placement ${version}`];
