import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, writeLines } from './log.ts';

const requestId = 'req-1';

test('a log for machines has one JSON object a line, and errors with their stack and cause', () => {
  const [line = ''] = write('json', false);
  const { time, err, ...rest } = JSON.parse(line) as { time: string; err: { stack: string } };
  assert.deepEqual(rest, { level: 'error', requestId, size: 3, msg: 'it broke' });
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
  assert.match(err.stack, /Error: boom[^]*log\.test\.ts[^]*caused by: Error: deep/);
});

test('a log for people begins with time, level, request id and message', () => {
  const [text = ''] = write('pretty', false);
  assert.match(text, /^\[\d\d:\d\d:\d\d\.\d{3}\] ERROR: req-1 it broke \{"size":3\}\n[^]*boom/);
});

test('by itself it is for people on a terminal, and for machines elsewhere', () => {
  assert.match(write('auto', true).join(''), /it broke/);
  assert.doesNotMatch(write('auto', true).join(''), /^\{/);
  assert.match(write('auto', false).join(''), /^\{/);
});

test('colours are for terminals', () => {
  const escape = String.fromCharCode(27);
  assert.ok(write('pretty', true).join('').includes(escape));
  assert.ok(!write('pretty', false).join('').includes(escape));
});

test('what is less important than the level is not logged', () => {
  assert.deepEqual(write('json', false, 'fatal'), []);
});

test('what other threads have logged is written as it is for machines, and line by line for people', () => {
  for (const [logFormat, pattern] of [
    ['json', /^\{"level":"info",.*"worker":2,"msg":"one"\}\n\{.*"msg":"two"\}\n$/],
    ['pretty', /^\[.*\] INFO: one \{"worker":2\}\n\[.*\] INFO: two \{"worker":2\}\n$/],
  ] as const) {
    let gathered = '';
    const otherTarget = { write: (line: string) => void (gathered += line), isTerminal: false };
    const other = createLog({ logLevel: 'info', logFormat: 'json' }, otherTarget).child({ worker: 2 });
    other.info('one');
    other.info('two');
    let written = '';
    const target = { write: (line: string) => void (written += line), isTerminal: false };
    writeLines(createLog({ logLevel: 'info', logFormat }, target).child({ worker: 1 }), gathered);
    assert.match(written, pattern);
  }
});

function write(
  logFormat: 'json' | 'pretty' | 'auto',
  isTerminal: boolean,
  logLevel: 'info' | 'fatal' = 'info',
) {
  const lines: string[] = [];
  const log = createLog({ logLevel, logFormat }, { write: (line) => void lines.push(line), isTerminal });
  const err = new Error('boom', { cause: new Error('deep') });
  log.child({ requestId }).error({ err, size: 3 }, 'it broke');
  return lines;
}
