import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Connection } from './connection.ts';
import { nodeLoad } from './node-load.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

async function against(serve: Serve, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(serve);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a body is whole whether its length is told, it comes in chunks, or the connection ends', async () => {
  const text = 'abc'.repeat(100_000);
  const ways: Readonly<Record<string, Serve>> = {
    length: (_, response) => void response.writeHead(200, { 'content-length': text.length }).end(text),
    chunks: (_, response) => {
      response.write(text.slice(0, 10));
      response.write(text.slice(10, 200_000));
      response.end(text.slice(200_000));
    },
    close: (_, response) => {
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { connection: 'close' }).end(text);
    },
  };
  for (const [way, serve] of Object.entries(ways)) {
    await against(serve, async (url) => {
      const connection = new Connection(url);
      for (const _ of [1, 2]) {
        const answer = await connection.request({ method: 'GET', path: '/' });
        assert.equal(answer.status, 200);
        assert.equal(answer.body.toString('utf8'), text, way);
        assert.ok(answer.firstByteMs <= answer.ms);
      }
      connection.close();
    });
  }
});

test('an answer without a body is whole with its head', async () => {
  await against(
    (_, response) => void response.writeHead(204).end(),
    async (url) => {
      const connection = new Connection(url);
      const { status, body } = await connection.request({ method: 'DELETE', path: '/' });
      assert.deepEqual([status, body.length], [204, 0]);
      connection.close();
    },
  );
});

test('a server that does not answer in time, or hangs up, is an error', async () => {
  await against(
    (request) => void (request.url === '/gone' && request.socket.destroy()),
    async (url) => {
      const connection = new Connection(url);
      await assert.rejects(connection.request({ method: 'GET', path: '/silent' }, 50), /no answer in 0.05 s/);
      await assert.rejects(connection.request({ method: 'GET', path: '/gone' }), /closed|ECONNRESET/);
      connection.close();
    },
  );
});

test('load counts what failed, and gives every consumer a new uuid', async () => {
  const paths: string[] = [];
  await against(
    (request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(paths.length % 2 === 0 ? 500 : 204).end('no');
    },
    async (url) => {
      const consumers: string[] = [];
      const template = { method: 'PUT', path: '/allocations/{consumer}', body: '{}' } as const;
      const load = await nodeLoad(url, [template], { connections: 3, seconds: 0.05 }, (uuid) =>
        consumers.push(uuid),
      );
      assert.equal((load.timings?.count ?? 0) + load.failed, paths.length);
      assert.ok(load.failed > 0);
      assert.match(load.failures, /^\d+ × 500 no$/);
      assert.deepEqual(new Set(paths), new Set(consumers.map((uuid) => `/allocations/${uuid}`)));
      assert.equal(new Set(paths).size, paths.length);
    },
  );
});
