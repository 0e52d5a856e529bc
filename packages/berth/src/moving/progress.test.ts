import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from './progress.ts';

function shown(isTerminal: boolean, work: (progress: Progress, pass: (ms: number) => void) => void): string {
  let text = '';
  let now = 0;
  const target = { isTerminal, write: (part: string) => void (text += part) };
  work(new Progress(target, () => now), (ms) => void (now += ms));
  return text;
}

test('without a terminal there is a line at the beginning, now and then, and at the end', () => {
  const text = shown(false, (progress, pass) => {
    progress.start('providers', 200, 100);
    for (let done = 101; done <= 200; done++) {
      pass(200);
      progress.at(done);
    }
    progress.end(200);
  });
  assert.equal(
    text,
    'providers: 100 of 200\n' +
      'providers: 150 of 200, 5.0/s, about 10 s left\n' +
      'providers: 200 of 200, 5.0/s\n' +
      'providers: 200 of 200, 5.0/s\n',
  );
});

test('on a terminal there is a bar that is drawn over itself', () => {
  const text = shown(true, (progress, pass) => {
    progress.start('x', 2);
    pass(1000);
    progress.at(1);
    pass(10);
    progress.at(2);
    progress.end(2);
  });
  const bar = (full: number) => `\r\x1b[K[${'#'.repeat(full)}${' '.repeat(24 - full)}] `;
  assert.equal(
    text,
    `${bar(0)}x: 0 of 2${bar(12)}x: 1 of 2, 1.0/s, about 1 s left${bar(24)}x: 2 of 2, 2.0/s\n`,
  );
});
