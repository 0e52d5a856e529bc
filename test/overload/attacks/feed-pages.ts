import type { Attack } from '../attack.ts';
import { fillFeed } from '../fill-feed.ts';
import { manyClients, rawGet } from '../many-clients.ts';

export const feedPages: Attack = {
  name: 'feed-pages',
  does: '300 clients ask for pages of 1,000 changes, again and again',
  before: 'GET / waited 3.2 s',
  prepare: (berth, scale) => fillFeed(berth, 20_000 * scale),
  run: async ({ port }, scale) => {
    const until = performance.now() + 15_000 * scale;
    let sent = 0;
    for (let since = 0; performance.now() < until; since = (since + 1_000) % Math.floor(20_000 * scale)) {
      const request = rawGet(`/berth/v1/changes?since=${since}&limit=1000`);
      const forMs = until - performance.now();
      sent += (await manyClients({ port, count: 300 * scale, request, forMs })).mb;
    }
    return [{ what: 'sent', value: `${sent} MB` }];
  },
  growthMbMax: 300,
};
