import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { Answer, Endpoint } from '@berth/api-kit/endpoint.ts';
import { HttpError } from '@berth/api-kit/http-error.ts';
import type { ChangeFeed } from '@berth/ledger/following/feed.ts';
import { joinedLength, writeJoined } from '@berth/api-kit/join-bytes.ts';
import type { OwnApp } from '../own-app.ts';
import { changeEvents } from './change-events.ts';
import { limitMax, parseChangeQuery } from './change-query.ts';
import { goneAnswer } from './gone.ts';
import { readerAccess } from './reader-access.ts';
import { readPage } from './read-page.ts';

const rule = 'berth:changes:list';

/** All committed changes in the order of their numbers: a page of them, or one event after the other as they come. */
export const listChanges: Endpoint<OwnApp> = {
  route: 'GET /berth/v1/changes',
  gives: 'json or events',
  policy: rule,
  run: async ({ app, query, headers, mediaType, requestId, caller }): Promise<Answer> => {
    const { feed, readers } = app;
    const asked = parseChangeQuery(query, headers, app);
    const { after } = asked;
    const gone = (isOtherHistory = false): Answer => {
      const lastNumber = Math.max(feed.lastNumber, feed.forgottenThrough);
      const where = { start_from: lastNumber, kept_after: feed.forgottenThrough };
      return goneAnswer(after, where, requestId, isOtherHistory);
    };
    if (after > feed.lastNumber || feed.forgottenThrough > after) return gone();
    if (asked.history !== null && (await historyAt(feed, after)) !== asked.history) return gone(true);
    if (mediaType === 'application/json') {
      const size = { limit: asked.limit, length: pageLength, lookedAt: limitMax };
      const page = await readPage(app, asked, size);
      if (page === null) return gone();
      const last = Math.max(feed.lastNumber, page.through);
      const history = await historyAt(feed, page.through);
      const body = pageBody(page.changes, page.through, last, history);
      return { status: 200, body, headers: notToKeep };
    }
    // What is forgotten is known for certain only after a look.
    await app.changes.blockAfter(after);
    if (feed.forgottenThrough > after) return gone();
    const body = readers.admit(changeEvents(app, asked, readerAccess(app, rule, headers, caller)));
    if (body === null) throw tooMany;
    return {
      status: 200,
      body,
      contentType: 'text/event-stream',
      // The second one is for proxies that gather what is small before they pass it on.
      headers: { ...notToKeep, 'x-accel-buffering': 'no' },
    };
  },
};

/** Changes are mostly a few hundred bytes; but one has the whole inventory of a provider. */
const pageLength = 500_000;

/** What tells the history up to this change from any other; null where it is older than that. */
async function historyAt(feed: ChangeFeed<KindedChange>, number: number): Promise<string | null> {
  const { hashBefore } = await feed.readAfter(number, 0);
  return hashBefore || null;
}

function pageBody(
  changes: readonly Uint8Array[],
  next: number,
  last: number,
  history: string | null,
): Uint8Array {
  const head = '{"changes":[';
  const tail = `],"next":${next},"last":${last},"history":${JSON.stringify(history)}}`;
  const length = joinedLength(changes);
  const body = Buffer.allocUnsafeSlow(head.length + length + tail.length);
  body.write(head, 'latin1');
  writeJoined(changes, body, head.length);
  body.write(tail, head.length + length, 'latin1');
  return body;
}

const tooMany = new HttpError(503, 'As many clients as there may be follow the events already.', {
  headers: { 'retry-after': '10' },
});

/** The same question has another answer when there are more changes. */
const notToKeep = { 'cache-control': 'no-store' };
