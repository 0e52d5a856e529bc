import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { imageProblems } from '../records/image-shape.ts';
import { arbitraryImagesCommand } from '../testing/arbitrary-images-command.ts';
import { decided } from '../testing/decided.ts';
import { applyImagesChange } from './apply.ts';
import { imageContradictionsIn } from './contradictions-in.ts';
import { ImagesState } from './images-state.ts';

const commands = fc.array(arbitraryImagesCommand(), { maxLength: 40, size: '+2' });

test('whatever is asked, nothing contradicts itself, every image obeys the rules, and sums are sums', () => {
  const statuses = new Set<string>();
  assertProperty(
    fc.property(commands, (given) => {
      const state = new ImagesState();
      for (const command of given) {
        for (const change of decided(state, command)) applyImagesChange(state, change);
        assert.deepEqual(imageContradictionsIn(state), []);
        let bytes = 0;
        for (const image of state.values()) {
          assert.deepEqual([...imageProblems(image)], []);
          bytes += image.content?.sizeBytes ?? 0;
          statuses.add(image.status);
        }
        assert.equal(state.contentBytes, bytes);
        assert.ok(bytes <= 15, 'no more than there is room for');
      }
    }),
    500,
  );
  afterAllCases(() => assert.deepEqual([...statuses].sort(), ['active', 'deactivated', 'queued', 'saving']));
});

test('what is applied can be taken back', () => {
  assertProperty(
    fc.property(commands, (given) => {
      const state = new ImagesState();
      for (const command of given) {
        const before = [...state.values()];
        const inverses = decided(state, command).map((change) => applyImagesChange(state, change));
        const after = [...state.values()];
        const again = inverses.toReversed().map((inverse) => applyImagesChange(state, inverse));
        assert.deepEqual(byId(state.values()), byId(before));
        for (const change of again.toReversed()) applyImagesChange(state, change);
        assert.deepEqual(byId(state.values()), byId(after));
      }
    }),
    200,
  );
});

function byId<Thing extends { readonly id: string }>(things: Iterable<Thing>): readonly Thing[] {
  return [...things].sort((one, other) => (one.id < other.id ? -1 : 1));
}
