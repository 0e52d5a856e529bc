import type { ChangeFeed } from '@berth/ledger/following/feed.ts';

/** The same feed, with a history that a test can change; `onRead` is told of each reading, and can let it fail. */
export function watchedFeed<Change>(
  feed: ChangeFeed<Change>,
  onRead: (after: number) => void,
): ChangeFeed<Change> & { history: number } {
  return {
    get lastNumber() {
      return feed.lastNumber;
    },
    get forgottenThrough() {
      return feed.forgottenThrough;
    },
    history: 0,
    readAfter: async (after, limit, lengthMax) => {
      onRead(after);
      return await feed.readAfter(after, limit, lengthMax);
    },
    onNews: (tell) => feed.onNews(tell),
  };
}
