import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiRequest, emptyBody } from '@berth/api-kit/request.ts';
import { withAccessLog, withoutSecrets } from './access-log.ts';
import { createLog } from './log.ts';

const request: ApiRequest = {
  method: 'GET',
  target: '/usages?project_id=p&token=abc',
  headers: { 'openstack-api-version': 'placement latest', 'x-auth-token': 'hunter2' },
  body: emptyBody,
  origin: 'http://h',
  remoteAddress: '192.0.2.1',
};
const response = {
  status: 200,
  headers: { 'x-openstack-request-id': 'req-1', 'openstack-api-version': 'placement 1.39' },
  body: '{"ä":1}',
};

test('an answered request is one line', () => {
  const { log, lines } = logged();
  assert.equal(withAccessLog(() => response, log)(request), response);
  assert.equal(lines.length, 1);
  const { time, ms, ...line } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  assert.deepEqual(line, {
    level: 'info',
    requestId: 'req-1',
    remote: '192.0.2.1',
    method: 'GET',
    target: '/usages?project_id=p&token=***',
    status: 200,
    bytes: 8,
    version: '1.39',
    msg: 'request',
  });
  assert.match(String(time), /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.ok(typeof ms === 'number' && ms >= 0 && ms < 1_000);
});

test('who asked is in the line, where that is known', () => {
  const { log, lines } = logged();
  const caller = { userId: 'u1', projectId: null };
  void withAccessLog(() => ({ ...response, caller }), log)(request);
  const { user, project } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  assert.deepEqual([user, project], ['u1', undefined]);
});

test('it can be switched off and on again', () => {
  const { log, lines } = logged();
  let isOn = false;
  const handle = withAccessLog(
    () => response,
    log,
    () => isOn,
  );
  void handle(request);
  assert.equal(lines.length, 0);
  isOn = true;
  void handle(request);
  assert.equal(lines.length, 1);
  log.level = 'warn';
  void handle(request);
  assert.equal(lines.length, 1);
});

test('nothing that a client sends makes a line long', () => {
  const { log, lines } = logged();
  const long = 'x'.repeat(60_000);
  void withAccessLog(
    () => ({ ...response, headers: {} }),
    log,
  )({
    ...request,
    target: `/${long}?${long}`,
    headers: { 'openstack-api-version': `placement ${long}`, 'x-openstack-request-id': `req-${long}` },
  });
  assert.ok((lines[0]?.length ?? 0) < 3_000, `${lines[0]?.length}`);
  assert.match(lines[0] ?? '', /… \(120002 characters\)/);
});

test('the time is that until the answer is there', async () => {
  const { log, lines } = logged();
  const slow = () => new Promise<typeof response>((resolve) => setTimeout(resolve, 30, response));
  assert.equal(await withAccessLog(slow, log)(request), response);
  assert.ok((JSON.parse(lines[0] ?? '') as { ms: number }).ms >= 25);
});

test('an answer that is made while it is sent is logged at its end, with what was sent of it', () => {
  for (const [count, expected] of [
    [3, { bytes: 20 }],
    [2, { bytes: 10, isBrokenOff: true }],
  ] as const) {
    const { log, lines } = logged();
    const body = [new Uint8Array(10), new Uint8Array(10)].values();
    const answer = withAccessLog(() => ({ ...response, body }), log)(request) as {
      body: Iterable<Uint8Array>;
    };
    const chunks = answer.body[Symbol.iterator]();
    for (let asked = 0; asked < count; asked += 1) {
      assert.equal(lines.length, 0);
      chunks.next();
    }
    chunks.return?.();
    assert.equal(lines.length, 1);
    const { bytes, isBrokenOff } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    assert.deepEqual({ bytes, ...(isBrokenOff === undefined ? {} : { isBrokenOff }) }, expected);
  }
});

test('without an answered version the one that was asked for is logged', async () => {
  const { log, lines } = logged();
  await withAccessLog(() => ({ status: 401, headers: {}, body: null }), log)(request);
  assert.equal((JSON.parse(lines[0] ?? '') as { version: string }).version, 'latest');
});

test('a global request id is logged, and nothing else that is sent in its place', () => {
  for (const [sent, expected] of [
    ['req-01234567-89ab-cdef-0123-456789abcdef', 'req-01234567-89ab-cdef-0123-456789abcdef'],
    ['req-1', undefined],
  ] as const) {
    const { log, lines } = logged();
    void withAccessLog(() => response, log)({ ...request, headers: { 'x-openstack-request-id': sent } });
    assert.equal((JSON.parse(lines[0] ?? '') as Record<string, unknown>)['globalRequestId'], expected);
  }
});

test('above the level info there is no line', () => {
  const { log, lines } = logged('warn');
  assert.equal(withAccessLog(() => response, log)(request), response);
  assert.deepEqual(lines, []);
});

test('what may be a secret in a target is not shown, all else is', () => {
  for (const [target, shown] of [
    ['/traits', '/traits'],
    ['/traits?name=in:A,B&associated=true', '/traits?name=in:A,B&associated=true'],
    ['/a?X-Auth-Token=abc&b=c', '/a?X-Auth-Token=***&b=c'],
    ['/a?password=a=b&token', '/a?password=***&token'],
    ['/a?', '/a?'],
    ['*', '*'],
  ] as const) {
    assert.equal(withoutSecrets(target), shown);
  }
});

function logged(logLevel: 'info' | 'warn' = 'info') {
  const lines: string[] = [];
  const target = { write: (line: string) => void lines.push(line), isTerminal: false };
  return { log: createLog({ logLevel, logFormat: 'json' }, target), lines };
}
