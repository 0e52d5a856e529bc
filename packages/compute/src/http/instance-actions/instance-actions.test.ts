import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someAction } from '@berth/compute-engine/testing/some-action.ts';
import { serverIdOf, someServer } from '@berth/compute-engine/testing/some-server.ts';
import { reading } from '../../testing/reading.ts';

const at = (seconds: number): number => Date.UTC(2026, 0, 1, 0, 0, seconds);
const live = serverIdOf(1);
const gone = serverIdOf(2);
const owner = 'u:p';

const failed = {
  name: 'compute_stop_instance',
  host: 'h1',
  startedAt: at(20),
  finishedAt: at(21),
  result: 'Error',
  details: 'it failed',
  traceback: 'a traceback',
} as const;

const { ask } = reading(
  { kind: 'server-set', thing: someServer() },
  { kind: 'server-set', thing: someServer({ id: gone, number: 2, deletedAt: 5 }) },
  { kind: 'action-set', thing: someAction({ startedAt: at(10), updatedAt: at(11) }) },
  {
    kind: 'action-set',
    thing: someAction({
      requestId: 'req-2',
      number: 2,
      name: 'stop',
      userId: 'admin',
      projectId: 'admin',
      startedAt: at(20),
      updatedAt: at(21),
      message: 'Error',
      events: [{ ...failed, name: 'first', result: 'Success' }, failed],
    }),
  },
  {
    kind: 'action-set',
    thing: someAction({ requestId: 'req-3', number: 3, startedAt: at(30), updatedAt: at(31) }),
  },
  { kind: 'action-set', thing: someAction({ serverId: gone, requestId: 'req-4', number: 4 }) },
);

const path = `/servers/${live}/os-instance-actions`;

/** The numbers of the requests; or the status and what an error says. */
async function listed(query: string, version = '2.96'): Promise<string> {
  const { status, body, message } = await ask(`GET ${path}${query}`, { version, token: owner });
  if (status !== 200) return `${status} ${message}`;
  return body.instanceActions.map(({ request_id: id }: { request_id: string }) => id.slice(4)).join('');
}

for (const [query, version, result] of [
  ['', '2.1', '321'],
  ['?limit=1&changes-since=zz&foo=1', '2.57', '321'],
  ['?limit=1', '2.58', '3'],
  ['?limit=0&marker=zz', '2.58', ''],
  ['?marker=req-2', '2.58', '1'],
  ['?marker=zz', '2.58', '400 Marker None could not be found.'],
  ['?changes-since=2026-01-01T00:00:21Z', '2.58', '32'],
  ['?changes-before=2026-01-01T00:00:21Z', '2.66', '21'],
  ['?changes-since=2026-01-01T00:00:21Z&changes-before=2026-01-01T00:00:21Z', '2.66', '2'],
  ['?changes-since=2026-01-01T00:00:21Z&limit=1&marker=req-3', '2.66', '2'],
  [
    '?changes-before=2026',
    '2.65',
    "400 Additional properties are not allowed ('changes-before' was unexpected)",
  ],
  [
    '?changes-since=2027&changes-before=2026',
    '2.66',
    '400 The value of changes-since must be less than or equal to changes-before.',
  ],
  [
    '?changes-since=2026&changes-since=2026',
    '2.66',
    "400 Invalid input for query parameters changes-since. Value: ['2026', '2026']. ['2026', '2026'] is too long",
  ],
  ['?foo=1', '2.58', "400 Additional properties are not allowed ('foo' was unexpected)"],
] as const) {
  test(`at ${version}, ${query || 'everything'} gives ${result || 'none'}`, async () => {
    assert.equal(await listed(query, version), result);
  });
}

test('a full page has a link to the next, even if nothing follows', async () => {
  const { body } = await ask(`GET ${path}?limit=3`, { token: owner });
  assert.deepEqual(body.links, [{ rel: 'next', href: `http://h/v2.1${path}?limit=3&marker=req-1` }]);
});

test('an action in a list; from 2.58 on with when it changed', async () => {
  const { body } = await ask(`GET ${path}?limit=1&marker=req-3`, { version: '2.58', token: owner });
  const action = {
    action: 'stop',
    instance_uuid: live,
    request_id: 'req-2',
    user_id: 'admin',
    project_id: 'admin',
    start_time: '2026-01-01T00:00:20.000000',
    message: 'Error',
    updated_at: '2026-01-01T00:00:21.000000',
  };
  assert.deepEqual(body.instanceActions, [action]);
  const { body: old } = await ask(`GET ${path}`, { version: '2.57', token: owner });
  const { updated_at: _, ...before } = action;
  assert.deepEqual(old.instanceActions[1], before);
});

for (const [version, token, members] of [
  ['2.50', owner, null],
  ['2.50', 'admin', ['event', 'start_time', 'finish_time', 'result', 'traceback']],
  ['2.51', owner, ['event', 'start_time', 'finish_time', 'result']],
  ['2.62', owner, ['event', 'start_time', 'finish_time', 'result', 'hostId']],
  ['2.62', 'admin', ['event', 'start_time', 'finish_time', 'result', 'traceback', 'host', 'hostId']],
  ['2.84', owner, ['event', 'start_time', 'finish_time', 'result', 'hostId']],
  [
    '2.84',
    'admin',
    ['event', 'start_time', 'finish_time', 'result', 'traceback', 'host', 'hostId', 'details'],
  ],
] as const) {
  test(`at ${version} ${token} sees ${members === null ? 'no events' : `of an event ${members.join(', ')}`}`, async () => {
    const { body } = await ask(`GET ${path}/req-2`, { version, token });
    const [event] = body.instanceAction.events ?? [];
    assert.deepEqual(event === undefined ? null : Object.keys(event), members);
    // The newest first.
    if (event) assert.equal(event.event, 'compute_stop_instance');
  });
}

test('what was done with a deleted server is told from 2.21 on', async () => {
  const deleted = `/servers/${gone}/os-instance-actions`;
  const { status, message } = await ask(`GET ${deleted}`, { version: '2.20', token: owner });
  assert.deepEqual([status, message], [404, `Instance ${gone} could not be found.`]);
  assert.equal(
    (await ask(`GET ${deleted}`, { version: '2.21', token: owner })).body.instanceActions.length,
    1,
  );
  assert.equal((await ask(`GET ${deleted}/req-4`, { version: '2.21', token: owner })).status, 200);
  assert.equal((await ask(`GET ${deleted}`, { token: 'v:q' })).status, 404);
});

test('an action that there is not', async () => {
  const { status, message } = await ask(`GET ${path}/zz`, { token: owner });
  assert.deepEqual([status, message], [404, 'Action zz not found']);
});
