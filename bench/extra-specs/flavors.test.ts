import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRegistry } from '@berth/extra-specs/registry/registry.ts';
import { type ExtraSpecs, validateFlavor } from '@berth/extra-specs/validation/validate-flavor.ts';
import { differing, doubtful, mixed, plain } from './flavors.ts';

const { registry } = buildRegistry();

function problemsOf(specs: ExtraSpecs): string[] {
  const problems = validateFlavor(registry, specs, { mode: 'strict', driver: 'libvirt' });
  return problems.map(({ severity, key, rule }) => `${severity} ${key} ${rule}`);
}

test('the flavors that are measured are valid, and one of them is doubtful', () => {
  assert.equal(Object.keys(mixed).length, 50);
  for (const specs of [mixed, plain, ...differing(20)]) assert.deepEqual(problemsOf(specs), []);
  assert.deepEqual(problemsOf(doubtful), [
    'warning hide_hypervisor_id deprecated',
    'warning hw:cpu_dedicated_mask missing-dependency',
    'warning powervm:shared_weight unknown-namespace',
    'warning hw_cpu_policy no-namespace',
  ]);
});

test('flavors that differ have keys that none before had, and as many', () => {
  const [first = {}, second = {}] = differing(2);
  assert.equal(Object.keys(second).length, 50);
  assert.equal(Object.keys(second).filter((key) => !(key in first)).length, 8);
});

test('plain keys are in no need of a template', () => {
  for (const key of Object.keys(plain)) assert.equal(registry.keys.find(key)?.key, key);
});
