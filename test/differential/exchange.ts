import http from 'node:http';

export type Request = {
  readonly method: string;
  /** As it goes over the wire: percent-encoded, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Where each character of the body is a byte. */
  readonly encoding?: 'latin1';
};

export type Answer = {
  /** 0 when there was no answer at all; the text then says why. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

const answerWithinMs = 60_000;

/** One server, asked over one connection that is kept open. */
export class Peer {
  readonly url: string;
  readonly #address: { readonly host: string; readonly port: number };
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.url = url;
    this.#address = { host: hostname, port: Number(port) };
  }

  /** Never rejects: a server that is gone or silent is a finding, not a reason to stop. */
  send(request: Request): Promise<Answer> {
    return new Promise((resolve) => {
      const failed = (error: Error): void => resolve({ status: 0, headers: {}, text: error.message });
      const { body, encoding } = request;
      const length =
        body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body, encoding ?? 'utf8')) };
      const outgoing = http.request({
        ...this.#address,
        agent: this.#agent,
        method: request.method,
        path: request.path,
        headers: { ...request.headers, ...length },
        timeout: answerWithinMs,
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${answerWithinMs} ms`)));
      outgoing.on('error', failed);
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', failed);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: flatten(incoming.headers),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      });
      outgoing.end(body, encoding ?? 'utf8');
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function flatten(headers: http.IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

/** A request of the administrator, at microversion 1.`minor`. */
export function ask(method: string, path: string, minor: number, body?: unknown): Request {
  const headers: Record<string, string> = {
    'x-auth-token': 'admin',
    accept: 'application/json',
    'openstack-api-version': `placement 1.${minor}`,
  };
  if (body === undefined) return { method, path, headers };
  headers['content-type'] = 'application/json';
  return { method, path, headers, body: JSON.stringify(body) };
}

/** The parsed body; undefined where there is none or it is no JSON. */
export function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text) as unknown;
  } catch {
    return undefined;
  }
}

export const succeeded = (answer: Answer): boolean => answer.status >= 200 && answer.status < 300;
