import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EmbeddedFlavor } from '@berth/client/compute/servers.ts';
import { wantedAmounts, wrongAmounts } from './wanted-amounts.ts';

const flavor: EmbeddedFlavor = {
  name: 'f',
  vcpus: 4,
  memoryMb: 512,
  rootGb: 10,
  ephemeralGb: 3,
  swapMb: 1025,
  extraSpecs: {},
};

function wanted(extraSpecs: Record<string, string> = {}, isVolumeBacked = false) {
  return wantedAmounts({ flavor: { ...flavor, extraSpecs }, isVolumeBacked });
}

test('a server holds its CPUs, its memory and all its disks, of which swap takes whole gigabytes', () => {
  assert.deepEqual(wanted().choices, [{ VCPU: 4, MEMORY_MB: 512, DISK_GB: 15 }]);
});

test('a root disk that is a volume takes nothing of the host', () => {
  assert.deepEqual(wanted({}, true).choices, [{ VCPU: 4, MEMORY_MB: 512, DISK_GB: 5 }]);
});

test('extra specs go before the size, in all groups together', () => {
  const { choices } = wanted({
    'resources:VCPU': '0',
    'resources:MEMORY_MB': '64',
    'resources1:VGPU': '1',
    'resources2:VGPU': '2',
  });
  assert.deepEqual(choices, [{ MEMORY_MB: 64, DISK_GB: 15, VGPU: 3 }]);
});

test('CPUs of its own are held as such, or as any, where the host does not tell them apart', () => {
  const dedicated = wanted({ 'hw:cpu_policy': 'dedicated' });
  const others = { MEMORY_MB: 512, DISK_GB: 15 };
  assert.deepEqual(dedicated.choices, [
    { PCPU: 4, ...others },
    { VCPU: 4, ...others },
  ]);
  assert.deepEqual(wrongAmounts({ VCPU: 4, ...others }, dedicated), []);
  assert.deepEqual(wrongAmounts({ PCPU: 3, ...others }, dedicated), ['PCPU']);
});

test('an image may have asked for CPUs of its own, where the flavor says nothing about it', () => {
  const held = { PCPU: 4, MEMORY_MB: 512, DISK_GB: 15 };
  assert.deepEqual(wrongAmounts(held, wanted()), []);
  assert.deepEqual(wrongAmounts({ ...held, PCPU: 5 }, wanted()), []);
  assert.deepEqual(wrongAmounts(held, wanted({ 'hw:cpu_policy': 'shared' })), ['VCPU', 'PCPU']);
});

test('what is held for ports, devices and images is nothing to judge by the flavor', () => {
  const held = { VCPU: 4, MEMORY_MB: 512, DISK_GB: 15, NET_BW_EGR_KILOBIT_PER_SEC: 1000, CUSTOM_PCI: 1 };
  assert.deepEqual(wrongAmounts(held, wanted()), []);
});

test('too much, too little and nothing of a class are wrong', () => {
  const held = { VCPU: 5, MEMORY_MB: 511 };
  assert.deepEqual(wrongAmounts(held, wanted()), ['VCPU', 'MEMORY_MB', 'DISK_GB']);
});
