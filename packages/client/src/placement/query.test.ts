import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyOf, piecesOf } from './query.ts';

test('names in a query are encoded, what is between them is not', () => {
  assert.equal(anyOf(['A', 'B&C', 'ä']), 'in:A,B%26C,%C3%A4');
});

test('names of usual number are one piece, more are several, and none is lost', () => {
  assert.deepEqual(piecesOf([]), []);
  assert.deepEqual(piecesOf(['A', 'B']), [['A', 'B']]);
  const many = Array.from({ length: 1000 }, (_, index) => `CUSTOM_${index}`);
  const pieces = piecesOf(many);
  assert.ok(pieces.length > 1);
  assert.ok(pieces.every((piece) => anyOf(piece).length < 6100));
  assert.deepEqual(pieces.flat(), many);
});
