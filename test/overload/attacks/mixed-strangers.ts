import { Prng } from '@berth/testing/prng.ts';
import type { Attack } from '../attack.ts';
import { flood } from '../flood.ts';

export const mixedStrangers: Attack = {
  name: 'mixed-strangers',
  does: '400 clients without a token do whatever comes to mind: parts of requests, bodies, chunks, nonsense, and read or do not',
  before: 'not looked at',
  growthMbMax: 100,
  run: async ({ port }, scale) => {
    const ms = 20_000 * scale;
    const figures = await Promise.all([
      flood({ port, connections: 200, ms, reads: true, pieces: (index) => pieces(`reads ${index}`) }),
      flood({
        port,
        connections: 200,
        ms,
        reads: false,
        pieces: (index) => pieces(`reads nothing ${index}`),
      }),
    ]);
    return figures[1] ?? [];
  },
};

const long = 'y'.repeat(30_000);
const fragments: readonly string[] = [
  'GET / HTTP/1.1\r\nhost: h\r\n\r\n',
  'GET /metrics HTTP/1.1\r\nhost: h\r\n\r\n',
  'GET /healthcheck HTTP/1.1\r\nhost: h\r\n\r\n',
  `GET /resource_providers?name=${long} HTTP/1.1\r\nhost: h\r\n\r\n`,
  'GET /resource_providers HTTP/1.1\r\nhost: h\r\n\r\n'.repeat(500),
  `PUT /traits/CUSTOM_A HTTP/1.1\r\nhost: h\r\nx: ${long}\r\ncontent-length: 30000\r\n\r\n${long}`,
  `POST /resource_providers HTTP/1.1\r\nhost: h\r\ncontent-length: 8000000\r\n\r\n${long}`,
  `POST / HTTP/1.1\r\nhost: h\r\ntransfer-encoding: chunked\r\n\r\n7530\r\n${long}\r\n`,
  `7530\r\n${long}\r\n`,
  '0\r\n\r\n',
  'POST / HTTP/1.1\r\nhost: h\r\nexpect: 100-continue\r\ncontent-length: 100000\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: h\r\n',
  Array.from({ length: 200 }, (_, number) => `a${number}: b\r\n`).join(''),
  `x: ${long}`,
  '\r\n\r\n'.repeat(5_000),
  long,
];

/** Each client its own, and the same every time. */
function* pieces(seed: string): Generator<string> {
  const prng = new Prng(seed);
  for (;;) yield prng.pick(fragments);
}
