import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** What becomes of a request that passes: it goes on, or somebody else has seen to it. */
export type Passing = 'on' | 'no further';

export interface Toll {
  /** Before anything of the request gets there. */
  readonly before?: (request: IncomingMessage, response: ServerResponse) => Passing | Promise<Passing>;
  /** After the service has done what was asked, and before the asker knows. */
  readonly after?: (request: IncomingMessage, response: ServerResponse) => Passing | Promise<Passing>;
}

/** A way to a service on which something can happen to requests and answers: its address. */
export async function wayTo(t: TestContext, target: string, toll: Toll): Promise<string> {
  const server = createServer((request, response) => void pass(request, response));
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer); // No encoding is set.
    if ((await toll.before?.(request, response)) === 'no further') return;
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        'x-auth-token': String(request.headers['x-auth-token']),
        'content-type': 'application/json',
      },
      ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }),
    });
    const body = await answer.text();
    if ((await toll.after?.(request, response)) === 'no further') return;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
