import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServiceRequest, Transport } from '@berth/client/transport.ts';

/** Answers over HTTP, below `prefix`, what a transport answers; its own address is at `url`. */
export async function overHttp(
  transport: Transport,
  prefix = '',
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    const answering = async () => {
      const body = await text(request);
      const version = String(request.headers['openstack-api-version'] ?? '').split(' ')[1];
      const { status, json } = await transport.send({
        method: request.method as ServiceRequest['method'], // Of a client of ours.
        path: (request.url ?? '').slice(prefix.length),
        ...(version === undefined ? {} : { version }),
        ...(body === '' ? {} : { body: JSON.parse(body) as unknown }),
      });
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(json === undefined ? '' : JSON.stringify(json));
    };
    answering().catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A TCP server's is never a path.
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
