import type { Attack } from '../attack.ts';
import { fillFeed } from '../fill-feed.ts';
import { manyClients, rawGet } from '../many-clients.ts';

export const feedReaders: Attack = {
  name: 'feed-readers',
  does: '300 readers follow the events of 110,000 changes from the first on',
  before: 'GET / waited 57 s, 777 MB were sent in 20 s',
  prepare: (berth, scale) => fillFeed(berth, 110_000 * scale),
  run: async ({ port }, scale) => {
    const { mb, ended } = await manyClients({
      port,
      count: 300 * scale,
      request: rawGet('/berth/v1/changes?since=0', 'text/event-stream'),
      forMs: 20_000 * scale,
    });
    return [
      { what: 'sent', value: `${mb} MB` },
      { what: 'streams that ended', value: `${ended}` },
    ];
  },
  growthMbMax: 200,
};
