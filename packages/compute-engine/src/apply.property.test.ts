import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { applyComputeChange } from './apply.ts';
import { ComputeState } from './compute-state.ts';
import { arbitraryComputeCommand } from './testing/arbitrary-compute-command.ts';
import { decidedKinds } from './testing/decided-kinds.ts';
import { decideOrRefuse } from './testing/decide-or-refuse.ts';
import { dumpCompute } from './testing/dump-compute.ts';
import { weightOfComputeChange } from './weight-of.ts';

const arbitraryCommands = fc.array(arbitraryComputeCommand(), { maxLength: 30, size: '+1' });

test('whatever is decided can be undone, and deciding alone changes nothing', () => {
  const seen = new Set<string>();
  let refused = 0;
  assertProperty(
    fc.property(arbitraryCommands, (commands) => {
      const state = new ComputeState();
      for (const command of commands) {
        const before = dumpCompute(state);
        const changes = decideOrRefuse(state, command);
        if (changes.length === 0) refused++;
        assert.deepEqual(dumpCompute(state), before);
        const inverses = changes.map((change) => applyComputeChange(state, change));
        for (const inverse of inverses.toReversed()) applyComputeChange(state, inverse);
        assert.deepEqual(dumpCompute(state), before);
        for (const change of changes) {
          applyComputeChange(state, change);
          seen.add(change.kind);
        }
      }
    }),
    1_000,
  );
  const missing = decidedKinds.filter((kind) => !seen.has(kind));
  afterAllCases(() => assert.deepEqual(missing, [], 'every kind of change came up'));
  afterAllCases(() => assert.ok(refused > 200, `only ${refused} commands were refused`));
});

test('no name and no number is of two flavors, and a number is never given again', () => {
  assertProperty(
    fc.property(arbitraryCommands, (commands) => {
      const state = new ComputeState();
      const given = new Set<number>();
      for (const command of commands) {
        for (const change of decideOrRefuse(state, command)) {
          applyComputeChange(state, change);
          if (change.kind !== 'flavor-set' || command.kind !== 'create-flavor') continue;
          assert.ok(!given.has(change.thing.number));
          given.add(change.thing.number);
        }
        const flavors = [...state.flavors.values()];
        assert.equal(new Set(flavors.map(({ name }) => name)).size, flavors.length);
        for (const flavor of flavors) assert.equal(state.flavors.named(flavor.name), flavor);
      }
    }),
    100,
  );
});

test('a change weighs more if it holds more', () => {
  const changed = (value: string) =>
    weightOfComputeChange({ kind: 'flavor-set', thing: { extraSpecs: { key: value } } as never });
  assert.equal(changed('short'), 1);
  assert.ok(changed('x'.repeat(65_535)) > 100);
  assert.equal(weightOfComputeChange({ kind: 'numbers-given', series: 'flavors', last: 1 }), 1);
});
