import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { imagePropertyFamilies } from '../definitions/image-properties.ts';
import { checkFlavorAndImage, type Flavor, type Operation } from './check-flavor-and-image.ts';

const operations: readonly Operation[] = ['create', 'resize', 'rebuild'];

function rulesOf(flavor: Partial<Flavor>, properties: Record<string, unknown> = {}): string[] {
  const whole = { ram: 1024, vcpus: 4, disk: 10, extraSpecs: {}, ...flavor };
  return checkFlavorAndImage(whole, { properties }, { operation: 'create' }).map(({ rule }) => rule);
}

describe('input that is meant to do harm', () => {
  test('does not reach the prototype', () => {
    const properties = JSON.parse('{"__proto__": {"hw_pmu": "no"}, "constructor": "x", "toString": "y"}');
    const extraSpecs = JSON.parse('{"__proto__": {"hw:pmu": "yes"}, "hasOwnProperty": "z"}');
    assert.deepEqual(rulesOf({ extraSpecs }, properties), []);
    assert.equal(({} as Record<string, unknown>)['hw:pmu'], undefined);
  });

  test('is not taken from the prototype either', () => {
    const extraSpecs = Object.create({ 'hw:numa_nodes': '3' }) as Record<string, string>;
    assert.deepEqual(rulesOf({ extraSpecs }, Object.create({ hw_disk_bus: 'x' })), []);
  });

  test('is a CPU set of a billion, which costs nothing', () => {
    assert.deepEqual(
      rulesOf({
        extraSpecs: {
          'hw:cpu_policy': 'dedicated',
          'hw:cpu_realtime': 'yes',
          'hw:cpu_realtime_mask': '0-999999999',
          'hw:cpu_dedicated_mask': `0-${'9'.repeat(4000)}`,
        },
      }),
      ['realtime-mask-not-found-or-invalid', 'invalid-mixed-instance-dedicated-mask'],
    );
    assert.deepEqual(
      rulesOf({}, { hw_numa_nodes: 1, 'hw_numa_cpus.0': '0-999999999', 'hw_numa_mem.0': 1024 }),
      ['image-numa-topology-cpu-out-of-range'],
    );
  });

  test('is a flavor with two billion CPUs, which are not listed', () => {
    const extraSpecs = { 'hw:numa_nodes': '1', 'hw:numa_cpus.0': '0', 'hw:numa_mem.0': '1024' };
    const flavor = { ram: 1024, vcpus: 2147483647, disk: 10, extraSpecs };
    const [problem] = checkFlavorAndImage(flavor, { properties: {} }, { operation: 'create' });
    assert.equal(problem?.rule, 'image-numa-topology-cpus-unassigned');
    assert.ok(problem.text.length < 50_000);
  });

  test('is as many NUMA nodes as CPUs', () => {
    const extraSpecs = { 'hw:numa_nodes': '2147483647' };
    const flavor = { ram: 2147483647, vcpus: 2147483647, disk: 10, extraSpecs };
    const circumstances = { operation: 'rebuild', previousImage: { properties: {} } } as const;
    assert.deepEqual(checkFlavorAndImage(flavor, { properties: {} }, circumstances), []);
  });

  test('is 128 nodes and more', () => {
    const nodes = 200;
    const extraSpecs: Record<string, string> = { 'hw:numa_nodes': '128' };
    for (let node = 0; node < nodes; node++) {
      extraSpecs[`hw:numa_cpus.${node}`] = String(node);
      extraSpecs[`hw:numa_mem.${node}`] = '8';
    }
    assert.deepEqual(rulesOf({ vcpus: 128, extraSpecs }), []);
  });

  test('is a text of a million characters', () => {
    const apart = `t${' '.repeat(1_000_000)}t`;
    const long = '1,'.repeat(500_000);
    const spaces = ' '.repeat(1_000_000);
    assert.deepEqual(
      rulesOf(
        {
          extraSpecs: {
            'hw:cpu_policy': 'mixed',
            'hw:cpu_dedicated_mask': long,
            'hw:serial_port_count': `${spaces}x`,
            'hw:cpu_realtime': apart,
            'hw:mem_page_size': `${'9'.repeat(1_000_000)}x`,
          },
        },
        {
          hw_cpu_cores: `${spaces}x`,
          hw_disk_bus: spaces,
          img_hv_requested_version: `>${spaces}x`,
          hw_pmu: apart,
        },
      ),
      [
        'invalid-image-metadata',
        'invalid-image-metadata',
        'invalid-image-metadata',
        'memory-page-size-invalid',
        'image-serial-port-number-invalid',
      ],
    );
  });

  test('is a number without an end', () => {
    const digits = '9'.repeat(100_000);
    assert.deepEqual(rulesOf({ extraSpecs: { 'hw:numa_nodes': digits } }, { hw_cpu_cores: digits }), [
      'invalid-image-metadata',
      'invalid-numa-nodes-number',
    ]);
  });

  test('is no flavor', () => {
    for (const amount of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -1,
      1.5,
      2 ** 31,
      '4' as never,
      null as never,
    ]) {
      assert.deepEqual(
        rulesOf({ vcpus: amount, ram: amount, disk: amount }),
        Array(3).fill('invalid-flavor'),
      );
    }
    assert.deepEqual(rulesOf({ vcpus: 0 }), ['invalid-flavor']);
  });

  test('is a size that is none', () => {
    const flavor = { ram: 1024, vcpus: 4, disk: 10, extraSpecs: {} };
    for (const size of [Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, null as never, 'large' as never]) {
      const image = { size, minRam: size, minDisk: size, properties: {} };
      assert.deepEqual(checkFlavorAndImage(flavor, image, { operation: 'create' }), []);
    }
  });

  test('is an extra spec that is no text', () => {
    const extraSpecs = { 'hw:numa_nodes': 3, 'hw:pmu': true, 'hw:cpu_policy': null, 'hw:pmem': ['x'] };
    assert.deepEqual(rulesOf({ extraSpecs: extraSpecs as never }, { hw_pmu: 'no' }), [
      'image-numa-topology-asymmetric',
      'flavor-image-conflict',
    ]);
  });
});

test('whatever the image says, there is an answer', () => {
  const names = imagePropertyFamilies
    .flatMap(({ properties }) => properties)
    .flatMap(({ name, formerNames = [] }) => [name.replace(/\{.*\}/, '0'), ...formerNames]);
  const properties = fc.dictionary(
    fc.constantFrom(...names, '__proto__'),
    fc.anything({ withBigInt: true }),
    {
      maxKeys: 12,
    },
  );
  const extraSpecs = fc.dictionary(
    fc.constantFrom(...names.map((name) => name.replace('_', ':')), 'pci_passthrough:alias'),
    fc.string({ unit: 'binary', maxLength: 12 }),
    { maxKeys: 12 },
  );
  assertProperty(
    fc.property(properties, extraSpecs, fc.constantFrom(...operations), (said, specs, operation) => {
      const image = { id: 'an-id', name: 'debian', properties: said };
      const flavor = { ram: 1024, vcpus: 4, disk: 10, extraSpecs: specs };
      const problems = checkFlavorAndImage(flavor, image, { operation, previousImage: image });
      for (const { key, text } of problems) assert.ok(key !== '' && text !== '');
    }),
    500,
  );
});
