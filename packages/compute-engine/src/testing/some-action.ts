import { longAgo } from '@berth/engine/testing/instants.ts';
import { type Action, actionId } from '../actions/action.ts';
import { serverIdOf } from './some-server.ts';

/** What was done with a server, without a fault. */
export function someAction(change: Partial<Omit<Action, 'id'>> = {}): Action {
  const fields = {
    number: 1,
    serverId: serverIdOf(1),
    requestId: 'req-1',
    name: 'create',
    userId: 'u',
    projectId: 'p',
    startedAt: longAgo,
    updatedAt: longAgo,
    message: null,
    events: [],
    ...change,
  };
  return { id: actionId(fields.serverId, fields.requestId), ...fields };
}
