import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '@berth/engine/testing/given.ts';
import { parseQuery } from '@berth/engine/testing/parse-query.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { createLog } from '../../serving/log.ts';
import { placementProjection } from '../../rows/projection.ts';
import { fixedClock } from '../../testing/clocks.ts';
import { inProcess } from '../../testing/in-process.ts';
import type { AppLog } from '../app.ts';
import { EmptyAnswers } from './empty-answers.ts';

const settings = { deadlineMs: 500, nearestMax: 10, relaxationsMax: 10, logsEmptyAnswers: true };

/** A log that is read line by line, and how much it takes. */
function readLog(level: 'info' | 'warn' = 'info') {
  const lines: Record<string, unknown>[] = [];
  const log: AppLog = createLog(
    { logLevel: level, logFormat: 'json' },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>), isTerminal: false },
  );
  return { log, lines };
}

test('an empty answer is explained in one line of the log, with the id of its request', async () => {
  const { log, lines } = readLog();
  const service = await inProcess(new MemoryJournal(placementProjection), {
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
  const none = await service.request('GET', '/allocation_candidates?resources=VCPU:8', { version });
  assert.equal(none.text, '{"allocation_requests":[],"provider_summaries":{}}');
  assert.equal(lines.length, 1);
  const line: Record<string, unknown> = lines[0] ?? {};
  assert.equal(
    line['msg'],
    'no candidates at 1 tree; 1: less than VCPU:8 left; nearest cn1: VCPU: 6 free of 6, 8 asked; ' +
      'would work: lower VCPU from 8 to 6',
  );
  assert.deepEqual([line['level'], line['requestId']], ['info', none.headers['x-openstack-request-id']]);
  const asked = await service.request('GET', '/berth/v1/explain/allocation_candidates?resources=VCPU:8', {
    version,
  });
  assert.deepEqual(line['explanation'], asked.json);
  await service.close();
});

test('empty answers are counted by the rule that excluded most trees, explained or not', () => {
  const { log } = readLog();
  const clock = { now: 0 };
  const reasons: string[] = [];
  const answers = new EmptyAnswers(
    settings,
    log,
    () => clock.now,
    (reason) => void reasons.push(reason),
  );
  const world = given(`
    cn1  VCPU:4
    cn2  VCPU:6
    cn3  DISK_GB:6`);
  const request = parseQuery('resources=VCPU:8');
  answers.note(world, request, 'req-1');
  answers.note(world, request, 'req-2');
  clock.now = 20_000;
  answers.note(world, parseQuery('resources=DISK_GB:8'), 'req-3');
  const silent = new EmptyAnswers(
    { ...settings, logsEmptyAnswers: false },
    log,
    () => 0,
    (reason) => void reasons.push(reason),
  );
  silent.note(world, request, 'req-4');
  assert.deepEqual(reasons, ['capacity', 'capacity', 'inventory', 'not-explained']);
});

test('a request that was explained just before is not explained again', () => {
  const { log, lines } = readLog();
  const clock = { now: 0 };
  const answers = new EmptyAnswers(settings, log, () => clock.now);
  const world = given('cn1 VCPU:1');
  const request = parseQuery('resources=VCPU:2');
  answers.note(world, request, 'req-1');
  clock.now = 9_999;
  answers.note(world, request, 'req-2');
  clock.now = 10_000;
  answers.note(world, request, 'req-3');
  assert.deepEqual(
    lines.map((line) => [line['requestId'], 'explanation' in line, line['explainedIn']]),
    [
      ['req-1', true, undefined],
      ['req-2', false, 'req-1'],
      ['req-3', true, undefined],
    ],
  );
});

test('to explain takes no more than a hundredth of the time', () => {
  const { log, lines } = readLog();
  const clock = { now: 0 };
  // Whoever looks at the clock takes a millisecond.
  const answers = new EmptyAnswers(settings, log, () => clock.now++);
  const world = given('cn1 VCPU:1');
  const note = (id: number) => answers.note(world, parseQuery(`resources=VCPU:${id}`), `req-${id}`);
  note(2);
  const tookMs = clock.now - 1;
  assert.ok(tookMs > 1);
  note(3);
  clock.now = 100 * tookMs - 1;
  note(4);
  note(5);
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

test('nothing is explained that nobody reads', () => {
  const quiet = readLog('warn');
  const off = readLog();
  const unread = () => assert.fail('the clock was looked at');
  new EmptyAnswers(settings, quiet.log, unread).note(given(''), parseQuery('resources=VCPU:1'), 'req-1');
  new EmptyAnswers({ ...settings, logsEmptyAnswers: false }, off.log, unread).note(
    given(''),
    parseQuery('resources=VCPU:1'),
    'req-1',
  );
  new EmptyAnswers(settings, null, unread).note(given(''), parseQuery('resources=VCPU:1'), 'req-1');
  assert.deepEqual([...quiet.lines, ...off.lines], []);
});

test('a mistake in explaining is logged, and no more', () => {
  const { log, lines } = readLog();
  const answers = new EmptyAnswers(settings, log, () => 0);
  answers.note(given(''), parseQuery('resources=CUSTOM_NONE:1'), 'req-1');
  assert.deepEqual([lines[0]?.['level'], lines[0]?.['requestId']], ['error', 'req-1']);
});

test('what takes too long is cut short, and the line says so', () => {
  const { log, lines } = readLog();
  let now = 0;
  const answers = new EmptyAnswers(settings, log, () => (now += 40));
  const world = given(Array.from({ length: 600 }, (_, index) => `cn${index} VCPU:1`).join('\n'));
  answers.note(world, parseQuery('resources=VCPU:2'), 'req-1');
  const [line] = lines;
  assert.match(String(line?.['msg']), /^no candidates at 256 trees; .*; not complete: time was up$/);
});
