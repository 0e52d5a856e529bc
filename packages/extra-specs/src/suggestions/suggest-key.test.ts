import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildRegistry } from '../registry/registry.ts';
import { suggestKey } from './suggest-key.ts';

const { registry } = buildRegistry();

describe('a key that was probably meant', () => {
  test('is the known one that differs by a slip or two', () => {
    for (const [typed, meant] of [
      ['hw:cpu_pollicy', 'hw:cpu_policy'],
      ['hw:cpu_polllicy', 'hw:cpu_policy'],
      ['hw:cpu_ploicy', 'hw:cpu_policy'],
      ['hw:cpu_realtime_mas', 'hw:cpu_realtime_mask'],
      ['hhw:cpu_realtime_mask', 'hw:cpu_realtime_mask'],
      ['hw_cpu_realtime_mask', 'hw:cpu_realtime_mask'],
      ['cpu_policy', 'hw:cpu_policy'],
      ['HW:cpu_policy', 'hw:cpu_policy'],
      ['hw:CPU_POLICY', 'hw:cpu_policy'],
      ['hw:numa_cpu.3', 'hw:numa_cpus.3'],
      ['hw:numa_mem3', 'hw:numa_mem.3'],
      ['trait:HW_CPU_X86_AVX22', 'trait:HW_CPU_X86_AVX2'],
      ['trait_a:HW_CPU_X86_AXV2', 'trait_a:HW_CPU_X86_AVX2'],
      ['trait:CUSTM_GOLD', 'trait:CUSTOM_GOLD'],
      ['resource:VCPU', 'resources:VCPU'],
      ['resources:VCPUS', 'resources:VCPU'],
      ['quota:disk_read_iops_secs', 'quota:disk_read_iops_sec'],
      ['grouppolicy', 'group_policy'],
    ] as const) {
      assert.equal(suggestKey(registry, typed), meant, typed);
    }
  });

  test('is none when nothing is near', () => {
    for (const typed of [
      // The only one that is near cannot have small letters.
      'trait:CUSTM_gold',
      'foo',
      'w:x',
      'reservation:abc',
      '',
      ':',
      'hw:',
      `hw:${'x'.repeat(400)}`,
      'x'.repeat(150),
    ]) {
      assert.equal(suggestKey(registry, typed), null, typed);
    }
  });

  test('is one that is known, and not the typed one', () => {
    for (const { key } of registry.specs) {
      const typed = `${key.replaceAll(/\{[^{}]*\}/g, '1')}x`;
      const suggestion = suggestKey(registry, typed);
      if (suggestion !== null) {
        assert.notEqual(suggestion, typed);
        assert.notEqual(registry.keys.find(suggestion), null, suggestion);
      }
    }
  });
});
