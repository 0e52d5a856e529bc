import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { given } from '../testing/given.ts';
import { className, named } from '../testing/names.ts';
import { mappingsOf, piecesOf, type Slot } from './candidate.ts';

const world = given(`
  cn1
    numa0`);
const cn1 = named(world, 'cn1');
const numa0 = named(world, 'numa0');
const [vcpu, memory] = [className('VCPU'), className('MEMORY_MB')];

const slots: readonly Slot[] = [
  { suffix: '', resources: [[vcpu, 1]] },
  { suffix: '', resources: [[memory, 512]] },
  { suffix: '_A', resources: [[vcpu, 2]] },
  { suffix: '_B', resources: [] },
];

describe('a candidate', () => {
  test('adds up what several groups take of one class from one provider', () => {
    assert.deepEqual(piecesOf(slots, { anchor: cn1, providers: [numa0, cn1, numa0, cn1] }), [
      { provider: numa0, resourceClass: vcpu, amount: 3 },
      { provider: cn1, resourceClass: memory, amount: 512 },
    ]);
  });

  test('keeps apart what is taken from different providers', () => {
    assert.deepEqual(piecesOf(slots, { anchor: cn1, providers: [cn1, cn1, numa0, cn1] }), [
      { provider: cn1, resourceClass: vcpu, amount: 1 },
      { provider: cn1, resourceClass: memory, amount: 512 },
      { provider: numa0, resourceClass: vcpu, amount: 2 },
    ]);
  });

  test('names each provider of a group once, and those of groups without resources too', () => {
    assert.deepEqual(
      [...mappingsOf(slots, { anchor: cn1, providers: [cn1, cn1, numa0, cn1] })],
      [
        ['', [cn1]],
        ['_A', [numa0]],
        ['_B', [cn1]],
      ],
    );
  });

  test('names all providers that the group without a suffix is spread over', () => {
    const mappings = mappingsOf(slots, { anchor: cn1, providers: [numa0, cn1, numa0, cn1] });
    assert.deepEqual(mappings.get(''), [numa0, cn1]);
  });
});
