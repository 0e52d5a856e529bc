import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boolean,
  byName,
  integer,
  listOf,
  members,
  Misshapen,
  nullable,
  number,
  optional,
  type Shape,
  text,
} from './shape.ts';

const shape = members({
  name: text,
  count: integer,
  ratio: optional(number),
  parent: nullable(text),
  isOn: boolean,
  lists: byName(listOf(integer)),
});

const good = { name: 'a', count: 1, parent: null, isOn: true, lists: { x: [1, 2], y: [] } };

test('what has the shape is read, and members that nobody asked for are passed over', () => {
  assert.deepEqual(shape({ ...good, more: 1 }, 'it'), { ...good, ratio: undefined });
  assert.deepEqual(shape({ ...good, ratio: 1.5, parent: 'b' }, 'it'), { ...good, ratio: 1.5, parent: 'b' });
});

test('what has not says where', () => {
  for (const [bad, complaint] of [
    [undefined, 'it is no object'],
    [null, 'it is no object'],
    [[], 'it is no object'],
    [{}, 'it.name is no string'],
    [{ ...good, count: 1.5 }, 'it.count is no integer'],
    [{ ...good, count: 2 ** 60 }, 'it.count is no integer'],
    [{ ...good, ratio: '1' }, 'it.ratio is no number'],
    [{ ...good, parent: undefined }, 'it.parent is no string'],
    [{ ...good, isOn: 0 }, 'it.isOn is no boolean'],
    [{ ...good, lists: { x: 1 } }, 'it.lists.x is no list'],
    [{ ...good, lists: { x: [1, null] } }, 'it.lists.x[1] is no integer'],
  ] as const) {
    assert.throws(() => shape(bad, 'it'), { name: 'Misshapen', message: complaint });
  }
});

test('names that objects have by themselves are names like others', () => {
  const named: Shape<Record<string, number>> = byName(integer);
  const read = named(JSON.parse('{"__proto__": 1, "constructor": 2}'), 'it');
  assert.deepEqual(Object.entries(read), [
    ['__proto__', 1],
    ['constructor', 2],
  ]);
  assert.throws(() => members({ constructor: integer })({}, 'it'), Misshapen);
});
