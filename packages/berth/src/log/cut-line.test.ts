import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText } from '@berth/api-kit/cut-text.ts';
import { cutLine, lineLengthMax } from './cut-line.ts';
import { createLog } from './log.ts';

const long = 'x'.repeat(50_000);

test('a line of usual length is left as it is', () => {
  const line = '{"level":"info","msg":"a"}\n';
  assert.equal(cutLine(line), line);
});

test('whatever is long in a line is cut, and the line is still JSON that says so', () => {
  for (const fields of [
    { target: long },
    { err: { message: long, stack: long } },
    { [long]: 1 },
    { names: Array.from({ length: 10_000 }, (_, index) => `name ${index}`) },
    { many: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`name ${index}`, index])) },
    { deep: nested(500, long.slice(0, 100)) },
    { lists: Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => long.slice(0, 1_000))) },
    { msg: long },
  ]) {
    const line = `${JSON.stringify({ level: 'info', time: 't', requestId: 'req-1', msg: 'm', ...fields })}\n`;
    const cut = cutLine(line);
    assert.ok(cut.length <= lineLengthMax, `${cut.length}`);
    assert.ok(cut.endsWith('}\n'));
    const parsed = JSON.parse(cut) as Record<string, unknown>;
    assert.deepEqual(
      [parsed['level'], parsed['time'], parsed['requestId'], parsed['isCut']],
      ['info', 't', 'req-1', true],
    );
  }
});

test('a text that is cut says how long it was', () => {
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(cutText('abcd', 3), 'abc… (4 characters)');
});

test('no line of a log is longer, whoever writes it', () => {
  const lines: string[] = [];
  const log = createLog(
    { logLevel: 'info', logFormat: 'json' },
    { write: (line) => void lines.push(line), isTerminal: false },
  );
  log.child({ requestId: 'req-1' }).error({ err: new Error(long), explanation: { nearest: [long] } }, long);
  assert.equal(lines.length, 1);
  assert.ok((lines[0]?.length ?? 0) <= lineLengthMax);
});

function nested(depth: number, text: string): object {
  return depth === 0 ? { text } : { text, inner: nested(depth - 1, text) };
}
