import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { nearestInstance, shapeOf } from './nearest-instance.ts';

describe('the nearest instance of a shape', () => {
  test('counts what is put in, left out, exchanged and swapped', () => {
    for (const [text, template, distance] of [
      ['policy', 'policy', 0],
      ['pollicy', 'policy', 1],
      ['polcy', 'policy', 1],
      ['polizy', 'policy', 1],
      ['ploicy', 'policy', 1],
      ['', 'policy', 6],
      ['policy', '', 6],
      ['plociy', 'policy', 2],
    ] as const) {
      assert.deepEqual(nearestInstance(text, shapeOf(template), 9), { text: template, distance }, text);
    }
  });

  test('takes for nothing what stands in the place of a wildcard', () => {
    for (const [text, template, expected] of [
      ['hw:numa_cpus.12', 'hw:numa_cpus.{num}', { text: 'hw:numa_cpus.12', distance: 0 }],
      ['hw:numa_cpu.12', 'hw:numa_cpus.{num}', { text: 'hw:numa_cpus.12', distance: 1 }],
      ['trait_a:CUSTOM_GOLD', 'trait{group}:CUSTOM_{trait}', { text: 'trait_a:CUSTOM_GOLD', distance: 0 }],
      ['triat7:CSTOM_GOLD', 'trait{group}:CUSTOM_{trait}', { text: 'trait7:CUSTOM_GOLD', distance: 2 }],
      ['trait:CUSTOM_', 'trait{group}:CUSTOM_{trait}', { text: 'trait:CUSTOM_', distance: 0 }],
    ] as const) {
      assert.deepEqual(nearestInstance(text, shapeOf(template), 9), expected, text);
    }
  });

  test('is nothing beyond the distance that was given', () => {
    assert.equal(nearestInstance('plociy', shapeOf('policy'), 1), null);
    assert.notEqual(nearestInstance('plociy', shapeOf('policy'), 2), null);
  });

  test('is a text of the shape, at the distance that it says', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', ':', '7'), maxLength: 7 });
    assertProperty(
      fc.property(word, word, word, (text, first, second) => {
        const found = nearestInstance(text, shapeOf(`${first}{x}${second}`), 99);
        assert.ok(found !== null && found.text.startsWith(first) && found.text.endsWith(second));
        assert.ok(found.text.length >= first.length + second.length);
        // Between two texts a swap may be seen that the wildcard was in the middle of.
        const plain = nearestInstance(text, shapeOf(found.text), 99);
        assert.ok(plain !== null && plain.distance <= found.distance);
      }),
      2000,
    );
  });
});
