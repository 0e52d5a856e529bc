import type { Attack } from '../attack.ts';
import { flood } from '../flood.ts';

export const pipelinedHeaders: Attack = {
  name: 'pipelined-headers',
  does: '25 clients without a token send requests with 60 kB of headers, one after the other, and read nothing',
  before: 'ended at 4.2 GB',
  growthMbMax: 100,
  run: ({ port }, scale) => flood({ port, connections: 25, ms: 20_000 * scale, reads: false, pieces }),
};

const request = Buffer.from(
  `GET /resource_providers HTTP/1.1\r\nhost: h\r\n${`x-filler: ${'y'.repeat(990)}\r\n`.repeat(60)}\r\n`,
);

/** The first ones fill what the two kernels keep of unread answers, so that the rest waits in the server. */
function* pieces(): Generator<Buffer | string> {
  for (let count = 0; count < 250; count++) yield 'GET /metrics HTTP/1.1\r\nhost: h\r\n\r\n';
  for (;;) yield request;
}
