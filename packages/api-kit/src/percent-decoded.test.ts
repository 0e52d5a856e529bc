import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { percentDecoded } from './percent-decoded.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const decoded = (text: string) => percentDecoded(text, (bytes) => decoder.decode(bytes));

test('what is encoded is decoded, and a percent sign that encodes nothing stands for itself', () => {
  assert.equal(decoded('plain'), 'plain');
  assert.equal(decoded('2026-01-01T13%3A53%3a50'), '2026-01-01T13:53:50');
  assert.equal(decoded('%'), '%');
  assert.equal(decoded('%4'), '%4');
  assert.equal(decoded('%%41%4g%41'), '%A%4gA');
  assert.equal(decoded('%C3%A4 %41 \u00c3\u00a4'), 'ä A ä');
  assert.equal(decoded('%41%FF'), 'A\ufffd');
  assert.equal(decoded('%00%7f'), '\0\x7f');
});

test('it says what its bytes say, one after the other', () => {
  const piece = fc.oneof(
    fc.constantFrom('%', '%4', '%zz', '%25', '%C3%A4', '\u00e4', '%EF%BB%BF', '@', '`', 'G'),
    fc.nat(255).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
    fc.string({ unit: 'binary-ascii', maxLength: 3 }),
  );
  assertProperty(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const bytes = Array.from(text.matchAll(/%([0-9a-f]{2})|[^]/gi), ([character, digits]) =>
        digits === undefined ? character.charCodeAt(0) : Number.parseInt(digits, 16),
      );
      assert.equal(decoded(text), decoder.decode(Uint8Array.from(bytes)));
    }),
  );
});
