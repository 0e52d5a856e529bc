import type { Prng } from '@berth/testing/prng.ts';
import { fittingBody } from './fitting-body.ts';
import { jsonNode, jsonText, spoilt } from './json-node.ts';
import type { World } from './world.ts';

/** A body of up to so many bytes with something in it that is large: a text, a list, an object, a nest of lists. */
export function largeBody(prng: Prng, route: string, world: World, largest: number): Buffer {
  // Small ones are as often as large ones: 1 to 2 % of the largest, 2 to 4 %, and so on.
  const size = Math.floor(largest / 2 ** (prng.below(700) / 100));
  const filling = prng.pick(fillings)(size);
  if (prng.chance(0.2)) return Buffer.from(filling);
  const node = jsonNode(fittingBody(prng, route, world) ?? {});
  return Buffer.from(jsonText(spoilt(prng, node, () => filling)));
}

const fillings: readonly ((size: number) => string)[] = [
  (size) => `"${'x'.repeat(size)}"`,
  (size) => `"${'é'.repeat(size / 2)}"`,
  (size) => `"${'\\n'.repeat(size / 2)}"`,
  (size) => `"${'\\u0000'.repeat(size / 6)}"`,
  (size) => `"${'a b '.repeat(size / 4)}"`,
  (size) => `"${'\\"\''.repeat(size / 3)}"`,
  (size) => '1'.repeat(size),
  (size) => ' '.repeat(size),
  (size) => listOf(size, () => '1'),
  (size) => listOf(size, () => '[]'),
  (size) => listOf(size, () => '{}'),
  (size) => listOf(size, () => '"x"'),
  (size) => listOf(size, (index) => `"${uuid(index)}"`),
  (size) => objectOf(size, (index) => `"k${index}":1`),
  (size) => objectOf(size, (index) => `"${index}":1`),
  (size) => objectOf(size, () => '"same":1'),
  (size) => objectOf(size, (index) => `"${uuid(index)}":{"resources":{"VCPU":1}}`),
  (size) => objectOf(size, (index) => `"CUSTOM_${index}":{"total":1}`),
  (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  (size) => '['.repeat(size),
  (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
];

const listOf = (size: number, item: (index: number) => string): string => `[${itemsOf(size, item)}]`;
const objectOf = (size: number, entry: (index: number) => string): string => `{${itemsOf(size, entry)}}`;

function itemsOf(size: number, item: (index: number) => string): string {
  const items: string[] = [];
  for (let left = size, index = 0; left > 0; index += 1) {
    const text = item(index);
    items.push(text);
    left -= text.length + 1;
  }
  return items.join();
}

const uuid = (index: number): string => `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
