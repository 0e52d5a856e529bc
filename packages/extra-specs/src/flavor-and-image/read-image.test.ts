import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readImage } from './read-image.ts';

function valuesOf(properties: Record<string, unknown>): Record<string, unknown> {
  const { values, problems } = readImage({ properties });
  assert.deepEqual(problems, []);
  return Object.fromEntries(values);
}

function faultsOf(properties: Record<string, unknown>): string[] {
  return readImage({ properties }).problems.map(({ key, text }) => `${key}: ${text}`);
}

describe('the properties of an image', () => {
  test('are read as what they are', () => {
    assert.deepEqual(
      valuesOf({
        hw_cpu_cores: ' 1_0 ',
        hw_pmu: 'Yes',
        hw_disk_bus: 'scsi',
        os_distro: 'Debian',
        unknown: 'x',
      }),
      { hw_cpu_cores: 10n, hw_pmu: true, hw_disk_bus: 'scsi', os_distro: 'Debian' },
    );
  });

  test('need not be text', () => {
    assert.deepEqual(
      valuesOf({ hw_cpu_cores: 2.9, hw_cpu_threads: true, hw_pmu: 1, hw_boot_menu: [], os_distro: 11 }),
      {
        hw_cpu_cores: 2n,
        hw_cpu_threads: 1n,
        hw_pmu: true,
        hw_boot_menu: false,
        os_distro: '11',
      },
    );
  });

  test('have synonyms, in any case', () => {
    assert.deepEqual(
      valuesOf({ hw_architecture: 'AMD64', hw_vif_model: 'VirtualE1000', os_type: 'Windows' }),
      {
        hw_architecture: 'x86_64',
        hw_vif_model: 'e1000',
        os_type: 'windows',
      },
    );
  });

  test('are read under their former names, but the current name wins', () => {
    assert.deepEqual(valuesOf({ architecture: 'i386', vm_mode: 'pv' }), {
      hw_architecture: 'i686',
      hw_vm_mode: 'xen',
    });
    assert.deepEqual(valuesOf({ architecture: 'i386', hw_architecture: 'aarch64' }), {
      hw_architecture: 'aarch64',
    });
  });

  test('are refused under a former name even where the current one is fine', () => {
    assert.deepEqual(faultsOf({ architecture: 'vax', hw_architecture: 'aarch64' }), [
      "architecture: Invalid image metadata. Error: Architecture name 'vax' is not valid",
    ]);
  });

  test('say two things with the adapter of VMware', () => {
    assert.deepEqual(valuesOf({ vmware_adaptertype: 'ide' }), { hw_disk_bus: 'ide' });
    assert.deepEqual(valuesOf({ vmware_adaptertype: 'lsiLogicsas' }), {
      hw_disk_bus: 'scsi',
      hw_scsi_model: 'lsisas1068',
    });
    for (const nothing of ['', 0, null, false, [], {}]) {
      assert.deepEqual(valuesOf({ vmware_adaptertype: nothing }), {});
    }
    assert.deepEqual(faultsOf({ vmware_adaptertype: ['ide'] }), [
      "vmware_adaptertype: Invalid image metadata. Error: Field value ['ide'] is invalid",
    ]);
  });

  test('are lists, under former names in JSON', () => {
    assert.deepEqual(faultsOf({ mappings: '[{"device": "/dev/vda", "virtual": null}]' }), []);
    assert.deepEqual(faultsOf({ img_mappings: '[]', bdm_v2: '[]' }), [
      'img_mappings: Invalid image metadata. Error: A list is required in field img_mappings, not a str',
    ]);
    assert.deepEqual(faultsOf({ img_mappings: [null] }), [
      "img_mappings: Invalid image metadata. Error: Field `img_mappings[0]' cannot be None",
    ]);
    assert.deepEqual(faultsOf({ block_device_mapping: '[7]' }), [
      'block_device_mapping: Invalid image metadata. Error: A dict is required in field img_block_device_mapping[0], not a int',
    ]);
  });

  test('cannot be null', () => {
    assert.deepEqual(faultsOf({ hw_pmu: null }), [
      "hw_pmu: Invalid image metadata. Error: Field `hw_pmu' cannot be None",
    ]);
  });

  test('are versions to compare with', () => {
    assert.deepEqual(faultsOf({ img_hv_requested_version: '>= 2.6, <3.0b1' }), []);
    assert.deepEqual(faultsOf({ img_hv_requested_version: '2.6' }), [
      'img_hv_requested_version: Invalid image metadata. Error: Version 2.6 is not a valid predicate in field img_hv_requested_version',
    ]);
  });

  test('are unclear where they could not be read', () => {
    const { values, unreadable } = readImage({ properties: { hw_cpu_cores: 'x', hw_cpu_threads: '1' } });
    assert.deepEqual([...unreadable], ['hw_cpu_cores']);
    assert.deepEqual([...values.keys()], ['hw_cpu_threads']);
  });
});

describe('the NUMA nodes of an image', () => {
  test('are read until one is missing', () => {
    const { numaCpus, numaMemory } = readImage({
      properties: {
        'hw_numa_cpus.0': '0-1',
        'hw_numa_cpus.1': '2',
        'hw_numa_cpus.3': 'x',
        'hw_numa_mem.1': 'y',
      },
    });
    assert.deepEqual(numaCpus, [[{ first: 0n, last: 1n }], [{ first: 2n, last: 2n }]]);
    assert.equal(numaMemory, null);
  });

  test('are 128 at most', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, node) => [`hw_numa_mem.${node}`, '1']),
    );
    assert.equal(readImage({ properties }).numaMemory?.length, 128);
  });

  test('have their own faults', () => {
    const { problems, unreadable } = readImage({
      properties: { 'hw_numa_mem.0': '1', 'hw_numa_mem.1': 'x', 'hw_numa_cpus.0': '1-' },
    });
    assert.deepEqual(
      problems.map(({ rule, key, text }) => `${rule} ${key} ${text}`),
      [
        "invalid-image-metadata hw_numa_mem.1 Invalid image metadata. Error: invalid literal for int() with base 10: 'x'",
        "invalid-cpu-set hw_numa_cpus.0 Invalid range expression '1-'",
      ],
    );
    assert.deepEqual([...unreadable], ['hw_numa_mem', 'hw_numa_cpus']);
  });
});

test('only traits that are required are required', () => {
  const { requiredTraits } = readImage({
    properties: { 'trait:A': 'required', 'trait:B': 'Required', 'trait:C': 'forbidden' },
  });
  assert.deepEqual([...requiredTraits], ['A']);
});

test('what is kept with a server has no lists', () => {
  const image = { properties: { mappings: 'x', img_block_device_mapping: 'y' } };
  assert.equal(readImage(image).problems.length, 2);
  assert.deepEqual(readImage(image, { isStored: true }).problems, []);
});
