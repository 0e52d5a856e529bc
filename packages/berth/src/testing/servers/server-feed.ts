import { unreachable } from '@berth/engine/assert.ts';
import type { FeedPart } from '../../own-api/changes/feed-part.ts';
import type { ServerChange } from './server-changes.ts';

export const serverFeed: FeedPart<ServerChange> = {
  kinds: {
    'server-added': { name: 'server_added', nouns: ['servers'] },
    'server-renamed': { name: 'server_renamed', nouns: ['servers'] },
    'server-removed': { name: 'server_removed', nouns: ['servers'] },
  },
  fieldsOf(change) {
    switch (change.kind) {
      case 'server-added':
        return { server_id: change.server.id, name: change.server.name };
      case 'server-renamed':
        return { server_id: change.id, name: change.name };
      case 'server-removed':
        return { server_id: change.id };
      default:
        return unreachable(change);
    }
  },
};
