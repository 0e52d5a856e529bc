import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standardTraits } from '@berth/engine/catalog/traits.ts';
import { armFeatureTraits, cpuFlagTraits } from '@berth/host/drivers/local/cpu-flag-traits.ts';

test('all traits of CPU flags are standard traits', () => {
  const traits = [cpuFlagTraits, armFeatureTraits].flatMap((table) =>
    Object.values(table).flatMap((each) => each ?? []),
  );
  assert.ok(traits.length > 70);
  const standard = new Set(standardTraits);
  for (const trait of [...traits, 'HW_CPU_HYPERTHREADING', 'HW_NUMA_ROOT', 'COMPUTE_MANAGED_PCI_DEVICE']) {
    assert.ok(standard.has(trait), trait);
  }
});

test('every feature of 64-bit ARM that has a trait is known', () => {
  const known = new Set(Object.values(armFeatureTraits).flatMap((traits) => traits ?? []));
  const missing = standardTraits.filter((trait) => trait.startsWith('HW_CPU_AARCH64_') && !known.has(trait));
  assert.deepEqual(missing, []);
});
