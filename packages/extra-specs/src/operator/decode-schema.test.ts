import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeSchema } from './decode-schema.ts';

test('a text in UTF-8 is read as it is, with its mark', () => {
  const text = '\ufeffa: é\u{1f600}\ufffd\r\n';
  assert.deepEqual(decodeSchema(Buffer.from(text)), { text });
  assert.deepEqual(decodeSchema(new Uint8Array()), { text: '' });
});

for (const [name, bytes, line, column] of [
  ['a byte of another encoding', [...Buffer.from('a: b\ncaf'), 0xe9, 0x0a], 2, 4],
  ['a character that is cut off', [...Buffer.from('é: ü\n'), 0xe2, 0x82], 2, 1],
  ['a character that is cut off by the end of a line', [0x61, 0xe2, 0x0a, 0x61], 1, 2],
  ['half a surrogate pair', [0x61, 0xed, 0xa0, 0x80], 1, 2],
  ['an overlong zero', [0x0a, 0x61, 0xc0, 0x80], 2, 2],
  ['a wrong byte after real replacement characters', [...Buffer.from('\ufffd\u{1f600}\ufffd'), 0xff], 1, 4],
  ['a wrong byte after a mark', [0xef, 0xbb, 0xbf, 0x61, 0xff], 1, 2],
] as const) {
  test(`${name} is found where it stands`, () => {
    assert.deepEqual(decodeSchema(Uint8Array.from(bytes)), {
      text: null,
      position: { line, column },
      reason: 'the file is not in UTF-8: this is where it goes wrong',
    });
  });
}

test('UTF-16 is called by its name', () => {
  for (const bytes of [Buffer.from('\ufeffa: é', 'utf16le'), Buffer.from('\ufeffa: é', 'utf16le').swap16()]) {
    assert.deepEqual(decodeSchema(bytes), {
      text: null,
      position: { line: 1, column: 1 },
      reason: 'the file is in UTF-16; a schema is in UTF-8',
    });
  }
});
