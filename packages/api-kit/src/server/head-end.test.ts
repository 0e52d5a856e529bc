import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headEnd, lastOfHead } from './head-end.ts';

const nothing = Buffer.alloc(0);

test('the end of a head is behind its first empty line', () => {
  const chunk = Buffer.from('GET / HTTP/1.1\r\na: b\r\n\r\nGET / HTTP/1.1\r\n\r\n');
  assert.equal(headEnd(nothing, chunk, 0), 24);
  assert.equal(headEnd(nothing, chunk, 24), chunk.length);
  assert.equal(headEnd(nothing, chunk, 30), chunk.length);
  assert.equal(headEnd(nothing, Buffer.from('GET / HTTP/1.1\r\n'), 0), -1);
});

test('it is found wherever the chunks of it end', () => {
  const head = 'GET / HTTP/1.1\r\nhost: h\r\n\r\n';
  const bytes = Buffer.from(`${head}body\r\n\r\n`);
  for (let one = 0; one < head.length; one++) {
    for (let two = one; two < head.length; two++) {
      let before: Buffer = nothing;
      let passed = 0;
      for (const chunk of [bytes.subarray(0, one), bytes.subarray(one, two), bytes.subarray(two)]) {
        const end = headEnd(before, chunk, 0);
        if (end >= 0) {
          assert.equal(passed + end, head.length, `cut at ${one} and ${two}`);
          break;
        }
        before = lastOfHead(before, chunk, 0);
        passed += chunk.length;
      }
    }
  }
});
