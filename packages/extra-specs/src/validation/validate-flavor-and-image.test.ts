import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Mode } from '../problem.ts';
import { buildRegistry } from '../registry/registry.ts';
import { validateFlavorAndImage } from './validate-flavor-and-image.ts';

const { registry } = buildRegistry();

describe('a flavor with an image', () => {
  test('has the problems of the flavor and those of the two together', () => {
    assert.deepEqual(problemsOf({ 'hw:numa_nodes': '2', 'hw:cpu_pollicy': 'x' }, { hw_numa_nodes: 2 }), [
      ['hw:cpu_pollicy', 'unknown-key', 'error'],
      ['hw_numa_nodes', 'image-numa-topology-forbidden', 'error'],
    ]);
  });

  test('is not told twice about a value that is wrong by itself', () => {
    assert.deepEqual(problemsOf({ 'hw:cpu_policy': 'x' }, {}), [['hw:cpu_policy', 'not-in-enum', 'error']]);
  });

  test('is told what is wrong with a property, even if the flavor has a key of the same name', () => {
    assert.deepEqual(
      problemsOf({ 'hw:cpu_policy': 'shared', hw_cpu_policy: 'shared' }, { hw_cpu_policy: 'dedicated' }),
      [
        ['hw_cpu_policy', 'no-namespace', 'warning'],
        ['hw_cpu_policy', 'image-cpu-pinning-forbidden', 'error'],
      ],
    );
  });

  test('is warned about properties that nothing reads, or not for long', () => {
    const properties = {
      hw_cpu_polcy: 'x',
      os_typ: 'linux',
      hw_unheard_of: '1',
      my_note: 'x',
      architecture: 'x86_64',
    };
    assert.deepEqual(problemsOf({}, { ...properties, img_use_agent: 'yes' }), [
      ['hw_cpu_polcy', 'unknown-property', 'warning'],
      ['os_typ', 'unknown-property', 'warning'],
      ['hw_unheard_of', 'unknown-property', 'warning'],
      ['architecture', 'deprecated', 'warning'],
      ['img_use_agent', 'deprecated', 'warning'],
    ]);
    const [polcy, typ, unheard, architecture] = suggestionsOf(properties);
    assert.deepEqual(
      [polcy, typ, unheard, architecture],
      ['hw_cpu_policy', 'os_type', null, 'hw_architecture'],
    );
    assert.deepEqual(problemsOf({}, { hw_boot_menu: 'yes', 'hw_numa_mem.0': '1' }, 'strict', 'vmware'), [
      ['hw_boot_menu', 'unsupported-driver', 'warning'],
      ['hw_numa_mem.0', 'unsupported-driver', 'warning'],
    ]);
  });

  test('may have in the image what a spec of the flavor needs', () => {
    assert.deepEqual(problemsOf({ 'hw:cpu_thread_policy': 'prefer' }, { hw_cpu_policy: 'dedicated' }), []);
  });

  test('may have anything at all in the image', () => {
    const image = { hw_cpu_policy: { toString: null, valueOf: 7 }, hw_numa_nodes: [null], hw_boot_menu: {} };
    assert.deepEqual(problemsOf({ 'hw:cpu_thread_policy': 'prefer', 'hw:numa_cpus.0': '0-1' }, image)[0], [
      'hw:cpu_thread_policy',
      'missing-dependency',
      'warning',
    ]);
  });

  test('has only warnings in mode warn, and nothing in mode off', () => {
    const extraSpecs = { 'hw:numa_nodes': '2', 'hw:foo': 'x' };
    assert.deepEqual(problemsOf(extraSpecs, { hw_numa_nodes: 2 }, 'warn'), [
      ['hw:foo', 'unknown-key', 'warning'],
      ['hw_numa_nodes', 'image-numa-topology-forbidden', 'warning'],
    ]);
    assert.deepEqual(problemsOf(extraSpecs, { hw_numa_nodes: 2 }, 'off'), []);
  });
});

function problemsOf(
  extraSpecs: Record<string, string>,
  properties: Record<string, unknown>,
  mode: Mode = 'strict',
  driver?: string,
) {
  return problems(extraSpecs, properties, mode, driver).map(({ key, rule, severity }) => [
    key,
    rule,
    severity,
  ]);
}

function suggestionsOf(properties: Record<string, unknown>) {
  return problems({}, properties, 'strict').map(({ suggestion }) => suggestion);
}

function problems(
  extraSpecs: Record<string, string>,
  properties: Record<string, unknown>,
  mode: Mode,
  driver?: string,
) {
  const flavor = { ram: 2048, vcpus: 2, disk: 10, extraSpecs };
  const image = { status: 'active', properties };
  return validateFlavorAndImage(registry, flavor, image, { operation: 'create' }, { mode, driver });
}
