/** Something that one client may send, made to take long. */
export interface HostileRequest {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Told how many copies were made before, where it is sent several times. */
  readonly body?: (copy: number) => string | Buffer;
  /** Sent so many times at once, each on a connection of its own; once unless told. */
  readonly times?: number;
}

export function get(name: string, target: string, version = '1.39'): HostileRequest {
  return { name, method: 'GET', target, version };
}

export function send(
  method: 'POST' | 'PUT',
  name: string,
  target: string,
  body: (copy: number) => string | Buffer,
  version = '1.39',
): HostileRequest {
  return { name, method, target, version, body };
}
