import type { Attack } from '../attack.ts';
import { flood } from '../flood.ts';

export const unreadAnswers: Attack = {
  name: 'unread-answers',
  does: '500 clients without a token ask for metrics, health and what they may not see, and read no answer',
  before: 'not looked at',
  growthMbMax: 100,
  run: ({ port }, scale) => flood({ port, connections: 500, ms: 20_000 * scale, reads: false, pieces }),
};

const targets = ['/metrics', '/metrics', '/healthcheck', '/resource_providers', '/', '/%ff?q='];

function* pieces(index: number): Generator<string> {
  const target = targets[index % targets.length] ?? '/';
  for (;;) yield `GET ${target} HTTP/1.1\r\nhost: h\r\naccept: text/html\r\n\r\n`.repeat(100);
}
