import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { withWholeBody } from '../testing/with-whole-body.ts';
import type { Handle } from '../service.ts';
import { serveHttp } from './http-server.ts';

/*
 * Whatever a client sends in one go, one after the other or in pieces, known or not: each request is answered, in order, with what belongs to
 * it, and nothing in a body is taken for a request.
 */

interface Sent {
  readonly isKnown: boolean;
  readonly isWanted: boolean;
  readonly isSlow: boolean;
  readonly body: keyof typeof bodies | null;
  readonly isChunked: boolean;
}

const hidden = 'GET /hidden HTTP/1.1\r\nhost: h\r\n\r\n';
const bodies = {
  empty: '',
  short: 'a',
  emptyLine: '\r\n\r\n',
  request: hidden,
  requests: hidden.repeat(40),
  long: 'x'.repeat(5_000),
  emptyLines: '\r\n'.repeat(60_000),
};
const sent: fc.Arbitrary<Sent> = fc.record({
  isKnown: fc.boolean(),
  isWanted: fc.boolean(),
  isSlow: fc.boolean(),
  body: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    fc.constantFrom(...(Object.keys(bodies) as (keyof typeof bodies)[])),
  ),
  isChunked: fc.boolean(),
});

test('requests are told apart, however they are cut', async () => {
  const server = await serve(answer);
  try {
    await assertProperty(
      fc.asyncProperty(
        fc.array(sent, { minLength: 1, maxLength: 12 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        async (requests, cuts, isKnown, awaits) => {
          const all = [...requests.map(written), last];
          const goes = (awaits ? all : [all.join('')]).map((text) => Buffer.from(text));
          const expected = requests.map(({ isWanted, body }, index) =>
            isWanted ? `[${index} ${body === null ? 0 : bodies[body].length}]` : `[${index} unread]`,
          );
          const received = await exchange(server.port, goes, cuts, isKnown);
          assert.deepEqual(received.match(/\[[^\]]*\]/g), [...expected, `[${requests.length} 0]`]);
        },
      ),
      300,
    );
  } finally {
    await server.close();
  }
});

test('behind one that asks for an upgrade nothing is taken for a request', async () => {
  let handled: string[] = [];
  const server = await serve((request) => {
    handled.push(request.target.split('?')[0] ?? '');
    return answer(request);
  });
  try {
    await assertProperty(
      fc.asyncProperty(
        fc.array(sent, { minLength: 2, maxLength: 6 }),
        fc.nat(),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        fc.boolean(),
        async (requests, place, cuts, isKnown) => {
          handled = [];
          const upgrading = place % requests.length;
          const all = requests.map((each, index) =>
            index === upgrading
              ? written(each, index).replace('\r\n', '\r\nconnection: upgrade\r\nupgrade: h2c\r\n')
              : written(each, index),
          );
          // It may be cut off while it is still sending.
          await exchange(server.port, [Buffer.from(all.join(''))], cuts, isKnown).catch(() => '');
          const before = requests.slice(0, upgrading + 1).map((_, index) => `/${index}`);
          assert.deepEqual(
            handled.filter((path) => path !== '/first'),
            before,
          );
        },
      ),
      200,
    );
  } finally {
    await server.close();
  }
});

function serve(handle: Handle) {
  return serveHttp(handle, {
    host: '127.0.0.1',
    port: 0,
    renderFailure: ({ status, detail }) => ({ status, headers: {}, body: `${status} ${detail}` }),
    log: { info: () => {}, error: () => {} },
  });
}

function written({ isKnown, isWanted, isSlow, body: name, isChunked }: Sent, index: number): string {
  const body = name === null ? null : bodies[name];
  const flags = `${isKnown ? 'k' : ''}${isWanted ? 'w' : ''}${isSlow ? 's' : ''}`;
  const head = `${body === null ? 'GET' : 'POST'} /${index}?${flags} HTTP/1.1\r\nhost: h\r\n`;
  if (body === null) return `${head}\r\n`;
  if (!isChunked) return `${head}content-length: ${body.length}\r\n\r\n${body}`;
  const chunk = body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`;
  return `${head}transfer-encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`;
}

let count = 0;
const last = 'GET /last?w HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n';

const answer: Handle = (request) => {
  const [path = '', flags = ''] = request.target.slice(1).split('?');
  if (flags.includes('k')) request.onIdentified?.();
  count = path === 'last' ? count : path === 'first' ? 0 : Number(path) + 1;
  const number = path === 'last' ? count : Number(path);
  if (path === 'last') count = 0;
  const go = () =>
    flags.includes('w')
      ? withWholeBody(({ body }) => ({ status: 200, headers: {}, body: `[${number} ${body.length}]` }))(
          request,
        )
      : { status: 401, headers: {}, body: `[${number} unread]` };
  return flags.includes('s') ? nextRound().then(go) : go();
};

/** Each of the goes when the one before it is answered. */
function exchange(
  port: number,
  goes: readonly Buffer[],
  cuts: readonly number[],
  isKnown: boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    const tooLong = setTimeout(
      () => socket.destroy(new Error(`no end after ${received.slice(-300)}`)),
      5_000,
    );
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(tooLong);
      resolve(received);
    });
    void (async () => {
      // First one that makes it known, or not, so that what follows comes in on both ways.
      if (isKnown) {
        socket.write('GET /first?k HTTP/1.1\r\nhost: h\r\n\r\n');
        while (!received.includes(']')) await nextRound();
        received = '';
      }
      for (const [index, bytes] of goes.entries()) {
        while (received.split(']').length <= index && !socket.destroyed) await nextRound();
        const places = cuts.map((cut) => Math.floor(cut * bytes.length)).sort((one, other) => one - other);
        let from = 0;
        for (const place of [...places, bytes.length]) {
          if (place > from) socket.write(bytes.subarray(from, place));
          from = place;
          await nextRound();
          await nextRound();
        }
      }
    })();
  });
}
