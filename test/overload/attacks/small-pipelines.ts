import type { Attack } from '../attack.ts';
import { flood } from '../flood.ts';

export const smallPipelines: Attack = {
  name: 'small-pipelines',
  does: '300 clients without a token send the shortest requests there are, thousands in one piece, and read nothing',
  before: 'not looked at',
  growthMbMax: 100,
  run: ({ port }, scale) => flood({ port, connections: 300, ms: 20_000 * scale, reads: false, pieces }),
};

const many = Buffer.from('GET / HTTP/1.0\r\nconnection:keep-alive\r\n\r\n'.repeat(1_600));

function* pieces(): Generator<Buffer> {
  for (;;) yield many;
}
