import type { Attack } from '../attack.ts';
import { flood } from '../flood.ts';

export const encryptedStrangers: Attack = {
  name: 'encrypted-strangers',
  does: '300 clients without a token talk TLS and send bodies and parts of requests, and 300 more never get as far as TLS',
  before: 'not looked at',
  isEncrypted: true,
  // OpenSSL and Node keep some hundred kilobytes for a connection.
  growthMbMax: 220,
  run: async ({ port }, scale) => {
    const ms = 20_000 * scale;
    const [figures] = await Promise.all([
      flood({ port, isEncrypted: true, connections: 200, ms, reads: true, pieces: bodies }),
      flood({ port, isEncrypted: true, connections: 100, ms, reads: false, pieces: requests }),
      flood({ port, connections: 300, ms, reads: true, pieces: noTls }),
    ]);
    return figures;
  },
};

const part = Buffer.alloc(64 * 1024, ' ');

function* bodies(): Generator<Buffer | string> {
  yield `POST /resource_providers HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: 8000000\r\n\r\n`;
  for (;;) yield part;
}

function* requests(index: number): Generator<string> {
  yield `GET / HTTP/1.1\r\nhost: h\r\nx: ${'y'.repeat(index % 2 === 0 ? 60_000 : 10)}`;
  for (;;) yield '\r\n\r\nGET /metrics HTTP/1.1\r\nhost: h\r\n\r\n'.repeat(100);
}

/** Nothing; or the beginning of a greeting, and nothing more, or nothing that anybody could use. */
function* noTls(index: number): Generator<Buffer | string> {
  if (index % 3 === 0) return;
  yield Buffer.from([0x16, 0x03, 0x01, 0x40, 0x00, 0x01, 0x00, 0x3f, 0xfc, 0x03, 0x03]);
  if (index % 3 === 1) yield 'x'.repeat(100_000);
}
