import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { LineSink } from './line-sink.ts';
import { LogOutput } from './log-output.ts';

/** A reader that takes as much as it is told to, and time that passes when it is told to. */
function output(t: TestContext, options: { readonly waitingMax?: number; readonly gatherMs?: number } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sink = {
    room: Number.POSITIVE_INFINITY,
    error: null as Error | null,
    text: '',
    writes: 0,
  };
  const take = (bytes: Buffer): number => {
    sink.writes += 1;
    if (sink.error !== null) throw sink.error;
    const taken = Math.min(bytes.length, sink.room);
    sink.room -= taken;
    sink.text += bytes.subarray(0, taken).toString('latin1');
    return taken;
  };
  const lineSink: LineSink = {
    write: (bytes, tell) => {
      try {
        tell(null, take(bytes));
      } catch (error) {
        tell(error as Error, 0);
      }
    },
    writeSync: take,
  };
  let lost = 0;
  const log = new LogOutput(lineSink, { ...options, onLost: (count) => void (lost += count) });
  return { log, sink, lost: () => lost, pass: (ms: number) => t.mock.timers.tick(ms) };
}

const line = (level: string, number: number): string => `${JSON.stringify({ level, number })}\n`;

test('lines that come together go together, and soon', (t) => {
  const { log, sink, pass } = output(t, { gatherMs: 20 });
  log.write('a\n');
  log.write('b\n');
  assert.equal(sink.text, '');
  pass(20);
  assert.deepEqual([sink.text, sink.writes], ['a\nb\n', 1]);
});

test('many do not wait', (t) => {
  const { log, sink } = output(t);
  log.write(`${'x'.repeat(40_000)}\n`);
  assert.equal(sink.text.length, 40_001);
});

test('a slow reader gets all lines, once and in their order', (t) => {
  const { log, sink, pass, lost } = output(t);
  sink.room = 0;
  let expected = '';
  for (let number = 0; number < 5_000; number++) {
    expected += line('info', number);
    log.write(line('info', number));
  }
  while (log.waiting > 0) {
    sink.room = 1_000;
    pass(250);
  }
  assert.equal(sink.text, expected);
  assert.equal(lost(), 0);
});

test('what waits for a reader that stands still is bounded, and when it goes on it is told how many lines it missed', (t) => {
  const { log, sink, pass, lost } = output(t, { waitingMax: 100_000 });
  sink.room = 0;
  for (let number = 0; number < 100_000; number++) log.write(line('info', number));
  assert.ok(log.waiting <= 100_000, `${log.waiting}`);
  const missed = lost();
  assert.ok(missed > 90_000);
  // It is not asked again and again whether it goes on.
  assert.ok(sink.writes < 10, `${sink.writes} writes`);
  sink.room = Number.POSITIVE_INFINITY;
  for (let times = 0; log.waiting > 0 || times < 3; times++) pass(250);
  log.write(line('info', -1));
  pass(250);
  const lines = sink.text
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Record<string, unknown>);
  const told = lines.find(({ lost }) => lost !== undefined);
  assert.equal(told?.['lost'], missed);
  assert.equal(told?.['level'], 'warn');
  assert.match(String(told?.['msg']), new RegExp(`^${missed} lines of the log were lost`));
  assert.equal(lines.at(-1)?.['number'], -1);
  assert.equal(lines.length, 100_000 - missed + 2);
});

test('warnings have room that lines of requests cannot take from them, and that is bounded too', (t) => {
  const { log, sink, pass } = output(t, { waitingMax: 10_000 });
  sink.room = 0;
  for (let number = 0; number < 10_000; number++) log.write(line('info', number));
  log.write(line('fatal', 1) + line('info', 2) + line('error', 3));
  for (let number = 0; number < 200_000; number++) log.write(line('warn', number));
  assert.ok(log.waiting <= 10_000 + 1024 * 1024, `${log.waiting}`);
  sink.room = Number.POSITIVE_INFINITY;
  for (let times = 0; log.waiting > 0 || times < 3; times++) pass(250);
  assert.match(sink.text, /\{"level":"fatal","number":1\}\n\{"level":"error","number":3\}\n/);
});

test('what cannot be written is tried again, and meanwhile it is known why', (t) => {
  const { log, sink, pass, lost } = output(t);
  sink.error = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
  log.write('a\n');
  pass(20);
  assert.equal(log.trouble, sink.error);
  sink.error = null;
  pass(250);
  assert.equal(log.trouble, null);
  assert.deepEqual([sink.text, lost()], ['a\n', 0]);
});

test('a flush leaves nothing behind where there is a reader, and gives up where there is none', (t) => {
  const { log, sink } = output(t);
  log.write('a\n');
  log.flushSync();
  assert.equal(sink.text, 'a\n');
  sink.room = 3;
  log.write('b\nc\nd\n');
  log.flushSync();
  assert.equal(sink.text, 'a\nb\nc');
  sink.error = new Error('EPIPE');
  log.flushSync();
  assert.equal(log.trouble, sink.error);
});

test('whoever waits for the last lines waits until they are written, or for as long as it said', async (t) => {
  const { log, sink, pass } = output(t);
  log.write('a\n');
  await log.settle(1_000);
  assert.equal(sink.text, 'a\n');
  sink.room = 0;
  log.write('b\n');
  let isOver = false;
  const over = log.settle(1_000).then(() => void (isOver = true));
  pass(900);
  await Promise.resolve();
  assert.equal(isOver, false);
  pass(100);
  await over;
});
