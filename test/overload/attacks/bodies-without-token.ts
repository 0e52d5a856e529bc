import type { Attack } from '../attack.ts';
import { flood } from '../flood.ts';

export const bodiesWithoutToken: Attack = {
  name: 'bodies-without-token',
  does: '300 clients without a token send bodies of 8 MB',
  before: '2.5 GB, GET / 10 s',
  growthMbMax: 100,
  run: ({ port }, scale) => flood({ port, connections: 300, ms: 20_000 * scale, reads: true, pieces }),
};

const bodyBytes = 8 * 1024 * 1024;
const part = Buffer.alloc(64 * 1024, ' ');

/** All but the last byte of each body, which a server that waits for it keeps. */
function* pieces(): Generator<Buffer | string> {
  yield `POST /resource_providers HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: ${bodyBytes}\r\n\r\n`;
  for (let sent = 0; sent < bodyBytes - part.length; sent += part.length) yield part;
  yield part.subarray(1);
}
