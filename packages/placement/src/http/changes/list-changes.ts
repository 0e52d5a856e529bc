import type { Answer, Endpoint } from '@berth/api-kit/endpoint.ts';
import type { App } from '../app.ts';
import { changeEvents } from './change-events.ts';
import { limitMax, parseChangeQuery } from './change-query.ts';
import { goneAnswer } from './gone.ts';
import { readPage } from './read-page.ts';

/** All committed changes in the order of their numbers: a page of them, or one event after the other as they come. */
export const listChanges: Endpoint<App> = {
  route: 'GET /berth/v1/changes',
  gives: 'json or events',
  policy: 'berth:changes:list',
  run: async ({ app, query, headers, mediaType, requestId }): Promise<Answer> => {
    const asked = parseChangeQuery(query, headers);
    const { after } = asked;
    const page = await readPage(app, asked, after, {
      limit: asked.limit,
      length: pageLength,
      lookedAt: limitMax,
    });
    const { changes, through, lastNumber, forgottenThrough } = page;
    if (forgottenThrough > after || after > lastNumber) {
      return goneAnswer(after, { start_from: lastNumber, kept_after: forgottenThrough }, requestId);
    }
    if (mediaType === 'application/json') {
      const list = changes.map(({ json }) => json).join(',');
      const body = `{"changes":[${list}],"next":${through},"last":${lastNumber}}`;
      return { status: 200, body, headers: notToKeep };
    }
    return {
      status: 200,
      body: changeEvents(app, asked),
      contentType: 'text/event-stream',
      // The second one is for proxies that gather what is small before they pass it on.
      headers: { ...notToKeep, 'x-accel-buffering': 'no' },
    };
  },
};

/** Changes are mostly a few hundred characters; but one has the whole inventory of a provider. */
const pageLength = 4_000_000;

/** The same question has another answer when there are more changes. */
const notToKeep = { 'cache-control': 'no-store' };
