import type { Attack } from '../attack.ts';
import { flood } from '../flood.ts';

export const partialHeaders: Attack = {
  name: 'partial-headers',
  does: '3,000 clients without a token send 60 kB of a request, thousands of headers among them, and never its end',
  before: 'not looked at',
  growthMbMax: 100,
  run: ({ port }, scale) =>
    flood({ port, connections: 3_000 * Math.min(1, scale * 4), ms: 20_000 * scale, reads: true, pieces }),
};

/** Half of them one long header, half of them as many as there is room for. */
function* pieces(index: number): Generator<string> {
  yield 'GET / HTTP/1.1\r\nhost: h\r\n';
  if (index % 2 === 0) yield `x: ${'y'.repeat(60_000)}`;
  else for (let part = 0; part < 10; part++) yield smallHeaders(part);
}

function smallHeaders(part: number): string {
  return Array.from({ length: 600 }, (_, number) => `a${part}${number}:b\r\n`).join('');
}
