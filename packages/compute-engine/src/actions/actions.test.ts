import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverIdOf } from '../testing/some-server.ts';
import { someAction } from '../testing/some-action.ts';
import { Actions } from './actions.ts';

test('the actions of a server come the newest first, wherever they were put', () => {
  const actions = new Actions();
  actions.put(someAction({ requestId: 'req-2', number: 2, startedAt: 20 }));
  actions.put(someAction({ requestId: 'req-1', number: 1, startedAt: 10 }));
  actions.put(someAction({ requestId: 'req-3', number: 3, startedAt: 20 }));
  actions.put(someAction({ requestId: 'req-4', number: 4, serverId: serverIdOf(2) }));
  const ofFirst = () => Array.from(actions.ofServer(serverIdOf(1)), ({ requestId }) => requestId);
  assert.deepEqual(ofFirst(), ['req-3', 'req-2', 'req-1']);
  // One that goes on keeps its place.
  actions.put(someAction({ requestId: 'req-2', number: 2, startedAt: 20, updatedAt: 30 }));
  assert.deepEqual(ofFirst(), ['req-3', 'req-2', 'req-1']);
  actions.remove(someAction({ requestId: 'req-2' }).id);
  assert.deepEqual(ofFirst(), ['req-3', 'req-1']);
  assert.deepEqual([...actions.ofServer(serverIdOf(9))], []);
});
