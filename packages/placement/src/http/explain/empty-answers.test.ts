import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@berth/api-kit/caller.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import { given } from '@berth/engine/testing/given.ts';
import { parseQuery } from '@berth/engine/testing/parse-query.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { keptLog } from '../../testing/kept-log.ts';
import { placementProjection } from '../../rows/projection.ts';
import { fixedClock } from '../../testing/clocks.ts';
import { inProcess } from '../../testing/in-process.ts';
import { type EmptyAnswer, EmptyAnswers } from './empty-answers.ts';

const settings = {
  deadlineMs: 500,
  nearestMax: 10,
  relaxationsMax: 10,
  logsEmptyAnswers: true,
  logLevel: 'info',
} as const;

const ann: Caller = {
  userId: 'ann',
  projectId: 'work',
  domainId: null,
  roles: [],
  systemScope: null,
  isServiceToken: false,
};

function answered(request: CandidateRequest, requestId: string): EmptyAnswer {
  return { request, limit: null, mayAskRoot: true, requestId, globalRequestId: undefined, caller: ann };
}

function explainer(clock: () => number) {
  return { clock, changeNumber: () => 0 };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(1);
}

test('an empty answer is explained in one line of the log, with the id of its request', async () => {
  const { log, lines } = keptLog();
  const service = await inProcess(new MemoryJournal([placementProjection]), {
    log,
    clock: fixedClock(0),
  });
  const version = '1.39';
  const uuid = '00000000-0000-4000-8000-000000000001';
  await service.request('POST', '/resource_providers', { version, body: { name: 'cn1', uuid } });
  await service.request('POST', `/resource_providers/${uuid}/inventories`, {
    version,
    body: { resource_class: 'VCPU', total: 6 },
  });
  const found = await service.request('GET', '/allocation_candidates?resources=VCPU:6', { version });
  assert.equal(found.status, 200);
  assert.deepEqual(lines, []);
  const globalRequestId = 'req-11111111-2222-4333-8444-555555555555';
  const none = await service.request('GET', '/allocation_candidates?resources=VCPU:8&limit=5', {
    version,
    headers: {
      'x-auth-token': 'ann:work',
      'x-roles': 'admin',
      'x-openstack-request-id': globalRequestId,
    },
  });
  assert.equal(none.text, '{"allocation_requests":[],"provider_summaries":{}}');
  await until(() => lines.length > 0);
  const line: Record<string, unknown> = lines[0] ?? {};
  assert.equal(
    line['msg'],
    'no candidates at 1 tree; 1: less than VCPU:8 left; nearest cn1: VCPU: 6 free of 6, 8 asked; ' +
      'would work: lower VCPU from 8 to 6',
  );
  const { level, requestId, user, project, query } = line;
  assert.deepEqual([level, requestId], ['info', none.headers['x-openstack-request-id']]);
  assert.deepEqual([user, project, query], ['ann', 'work', 'resources=VCPU:8&limit=5']);
  assert.equal(line['globalRequestId'], globalRequestId);
  const target = '/berth/v1/explain/allocation_candidates?resources=VCPU:8&limit=5';
  const asked = await service.request('GET', target, { version });
  assert.deepEqual(line['explanation'], asked.json);
  await service.close();
});

test('empty answers are counted by the rule that excluded most trees, explained or not', async () => {
  const { log } = keptLog();
  const clock = { now: 0 };
  const reasons: string[] = [];
  const answers = new EmptyAnswers(
    settings,
    log,
    explainer(() => clock.now),
    (reason) => void reasons.push(reason),
  );
  const world = given(`
    cn1  VCPU:4
    cn2  VCPU:6
    cn3  DISK_GB:6`);
  const request = parseQuery('resources=VCPU:8');
  await answers.note(world, answered(request, 'req-1'));
  await answers.note(world, answered(request, 'req-2'));
  clock.now = 20_000;
  await answers.note(world, answered(parseQuery('resources=DISK_GB:8'), 'req-3'));
  const silent = new EmptyAnswers(
    { ...settings, logsEmptyAnswers: false },
    log,
    explainer(() => 0),
    (reason) => void reasons.push(reason),
  );
  await silent.note(world, answered(request, 'req-4'));
  assert.deepEqual(reasons, ['capacity', 'capacity', 'inventory', 'not-explained']);
});

test('a request that was explained just before is not explained again', async () => {
  const { log, lines } = keptLog();
  const clock = { now: 0 };
  const answers = new EmptyAnswers(
    settings,
    log,
    explainer(() => clock.now),
  );
  const world = given('cn1 VCPU:1');
  const request = parseQuery('resources=VCPU:2');
  await answers.note(world, answered(request, 'req-1'));
  clock.now = 9_999;
  await answers.note(world, answered(request, 'req-2'));
  clock.now = 10_000;
  await answers.note(world, answered(request, 'req-3'));
  assert.deepEqual(
    lines.map((line) => [line['requestId'], 'explanation' in line, line['explainedIn']]),
    [
      ['req-1', true, undefined],
      ['req-2', false, 'req-1'],
      ['req-3', true, undefined],
    ],
  );
});

test('to explain takes no more than a hundredth of the time', async () => {
  const { log, lines } = keptLog();
  const clock = { now: 0 };
  // Whoever looks at the clock takes a millisecond.
  const answers = new EmptyAnswers(
    settings,
    log,
    explainer(() => clock.now++),
  );
  const world = given('cn1 VCPU:1');
  const note = (id: number) => answers.note(world, answered(parseQuery(`resources=VCPU:${id}`), `req-${id}`));
  await note(2);
  const tookMs = clock.now;
  assert.ok(tookMs > 1);
  await note(3);
  clock.now = 40 * tookMs;
  await note(4);
  clock.now = 120 * tookMs;
  await note(5);
  assert.deepEqual(
    lines.map((line) => [line['requestId'], 'explanation' in line]),
    [
      ['req-2', true],
      ['req-3', false],
      ['req-4', false],
      ['req-5', true],
    ],
  );
});

test('of several that come while one is explained none is explained', async () => {
  const { log, lines } = keptLog();
  const answers = new EmptyAnswers(
    settings,
    log,
    explainer(() => 0),
  );
  const world = given('cn1 VCPU:1');
  const note = (id: number) => answers.note(world, answered(parseQuery(`resources=VCPU:${id}`), `req-${id}`));
  await Promise.all([note(2), note(3), note(4)]);
  assert.deepEqual(
    lines.map((line) => [line['requestId'], 'explanation' in line]),
    [
      ['req-3', false],
      ['req-4', false],
      ['req-2', true],
    ],
  );
});

test('what is there by the time it is explained is told', async () => {
  const { log, lines } = keptLog();
  const answers = new EmptyAnswers(
    settings,
    log,
    explainer(() => 0),
  );
  await answers.note(given('cn1 VCPU:1'), answered(parseQuery('resources=VCPU:1'), 'req-1'));
  assert.match(String(lines[0]?.['msg']), /^no candidates at 1 tree; by now there are some at 1$/);
});

test('a level of its own lets them through where the log leaves out what is less', async () => {
  const { log, lines } = keptLog('warn');
  const loud = new EmptyAnswers(
    { ...settings, logLevel: 'warn' },
    log,
    explainer(() => 0),
  );
  await loud.note(given('cn1 VCPU:1'), answered(parseQuery('resources=VCPU:2'), 'req-1'));
  assert.deepEqual([lines[0]?.['level'], lines[0]?.['requestId']], ['warn', 'req-1']);
});

test('whoever counts them is told the rule that excluded most trees', async () => {
  const { log } = keptLog();
  const reasons: string[] = [];
  const answers = new EmptyAnswers(
    settings,
    log,
    explainer(() => 0),
    (reason) => reasons.push(reason),
  );
  const world = given('cn1 VCPU:1\ncn2 VCPU:1\ncn3');
  const request = parseQuery('resources=VCPU:2');
  const note = (id: string, asked = request) => answers.note(world, answered(asked, id));
  await Promise.all([note('req-1'), note('req-2'), note('req-3', parseQuery('resources=VCPU:3'))]);
  assert.deepEqual(reasons.sort(), ['capacity', 'capacity', 'not-explained']);
  const off = { ...settings, logsEmptyAnswers: false };
  await new EmptyAnswers(
    off,
    log,
    explainer(() => 0),
    (reason) => reasons.push(reason),
  ).note(world, answered(request, 'req-4'));
  assert.equal(reasons.at(-1), 'not-explained');
});

test('a long query is cut', async () => {
  const { log, lines } = keptLog();
  const answers = new EmptyAnswers(
    settings,
    log,
    explainer(() => performance.now()),
  );
  const groups = Array.from({ length: 200 }, (_, index) => `resources_${index}=VCPU:1000`).join('&');
  await answers.note(given('cn1 VCPU:1'), answered(parseQuery(groups), 'req-1'));
  const query = String(lines[0]?.['query']);
  assert.match(query, /^resources_0=VCPU:1000&.*… \(\d+ characters\)$/);
  assert.ok(query.length < 2_100);
});

test('nothing is explained that nobody reads', async () => {
  const quiet = keptLog('warn');
  const off = keptLog();
  const unread = explainer(() => assert.fail('the clock was looked at'));
  const world = given('');
  const answer = answered(parseQuery('resources=VCPU:1'), 'req-1');
  await new EmptyAnswers(settings, quiet.log, unread).note(world, answer);
  await new EmptyAnswers({ ...settings, logsEmptyAnswers: false }, off.log, unread).note(world, answer);
  await new EmptyAnswers(settings, null, unread).note(world, answer);
  assert.deepEqual([...quiet.lines, ...off.lines], []);
});

test('a mistake in explaining is logged, and no more', async () => {
  const { log, lines } = keptLog();
  let looks = 0;
  const broken = explainer(() => (++looks > 1 ? assert.fail('a broken clock') : 0));
  const answers = new EmptyAnswers(settings, log, broken);
  await answers.note(given('cn1'), answered(parseQuery('resources=VCPU:1'), 'req-1'));
  assert.deepEqual([lines[0]?.['level'], lines[0]?.['requestId']], ['error', 'req-1']);
});

test('what nobody knows any more when it is explained is no mistake', async () => {
  const { log, lines } = keptLog();
  const answers = new EmptyAnswers(
    settings,
    log,
    explainer(() => 0),
  );
  await answers.note(given(''), answered(parseQuery('resources=CUSTOM_NONE:1'), 'req-1'));
  assert.deepEqual([lines[0]?.['level'], lines[0]?.['requestId']], ['info', 'req-1']);
});

test('what takes too long is cut short, and the line says so', async () => {
  const { log, lines } = keptLog();
  let now = 0;
  const answers = new EmptyAnswers(
    settings,
    log,
    explainer(() => (now += 10)),
  );
  const world = given(Array.from({ length: 600 }, (_, index) => `cn${index} VCPU:1`).join('\n'));
  await answers.note(world, answered(parseQuery('resources=VCPU:2'), 'req-1'));
  const [line] = lines;
  assert.match(String(line?.['msg']), /^no candidates at 256 trees; .*; not complete: time was up$/);
});
