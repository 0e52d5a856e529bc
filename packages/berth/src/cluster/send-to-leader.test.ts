import assert from 'node:assert/strict';
import { createServer as createPlainServer } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { textOf } from '@berth/api-kit/response.ts';
import { senderToLeader } from './send-to-leader.ts';
import { authority, certificate, certificateOfAnother, key, otherAuthority } from './testing/certificates.ts';

const request = {
  method: 'PUT',
  target: '/allocations/1',
  headers: {},
  body: Buffer.from('{}'),
  origin: 'http://f',
  remoteAddress: '',
};
const headers = { 'x-berth-passed-on': 'the secret of the leader' };

async function port(t: TestContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port; // It listens on a host and a port.
}

/** A process that speaks TLS, and what has come to it. */
async function leader(t: TestContext, options: ServerOptions = { key, cert: certificate }) {
  const seen: string[] = [];
  const server = createServer(options, (incoming, out) => {
    seen.push(`${incoming.method} ${incoming.url} ${String(incoming.headers['x-berth-passed-on'])}`);
    incoming.resume().on('end', () => out.writeHead(200, { 'content-type': 'text/plain' }).end('done'));
  });
  return { port: await port(t, server), seen, server };
}

describe('what is passed on to an https address', () => {
  test('is sent over TLS, to who has a certificate of the authority', async (t) => {
    const { port, seen } = await leader(t);
    const send = senderToLeader({ ca: authority });
    for (const host of ['127.0.0.1', 'localhost']) {
      for (let count = 0; count < 2; count++) {
        const sending = await send(`https://${host}:${port}`, request, headers, 5000);
        assert(sending.kind === 'answered', JSON.stringify(sending));
        assert.equal(textOf(sending.response.body), 'done');
      }
    }
    assert.deepEqual([...new Set(seen)], ['PUT /allocations/1 the secret of the leader']);
  });

  const strangers: readonly (readonly [string, ServerOptions, string | undefined, RegExp])[] = [
    [
      'has one of another authority',
      { key, cert: certificate },
      otherAuthority,
      /UNABLE_TO_VERIFY|SELF_SIGNED/,
    ],
    ['has one that this machine does not trust', { key, cert: certificate }, undefined, /UNABLE_TO_VERIFY/],
    ['has that of another host', { key, cert: certificateOfAnother }, authority, /ALTNAME/],
  ];
  for (const [what, options, ca, code] of strangers) {
    test(`is not sent to who ${what}`, async (t) => {
      const { port, seen } = await leader(t, options);
      const send = senderToLeader(ca === undefined ? {} : { ca });
      const sending = await send(`https://127.0.0.1:${port}`, request, headers, 5000);
      assert(sending.kind === 'not sent');
      assert.match(String((sending.reason as { code?: string }).code), code);
      assert.deepEqual(seen, []);
    });
  }

  test('is not sent in the clear to who speaks no TLS', async (t) => {
    const bytes: Buffer[] = [];
    const server = createPlainServer(() => assert.fail('it has understood something'));
    server.on('connection', (socket) => socket.on('data', (chunk: Buffer) => bytes.push(chunk)));
    const url = `https://127.0.0.1:${await port(t, server)}`;
    const sending = await senderToLeader({ ca: authority })(url, request, headers, 5000);
    assert.equal(sending.kind, 'not sent');
    assert.doesNotMatch(Buffer.concat(bytes).toString('latin1'), /secret/);
  });

  test('counts as not sent when the other does not come to terms in time', async (t) => {
    const { Server } = await import('node:net');
    const silent = new Server(() => {});
    const url = `https://127.0.0.1:${await port(t, silent)}`;
    assert.equal((await senderToLeader({ ca: authority })(url, request, headers, 200)).kind, 'not sent');
    silent.close();
  });

  test('has an unknown fate when the other goes without an answer', async (t) => {
    const server = createServer({ key, cert: certificate }, (incoming) => incoming.socket.destroy());
    const url = `https://127.0.0.1:${await port(t, server)}`;
    assert.equal((await senderToLeader({ ca: authority })(url, request, headers, 5000)).kind, 'unknown');
  });
});
