import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ExtraSpec, Namespace } from '../definitions/definition.ts';
import { buildRegistry } from '../registry/registry.ts';
import { compareMetadefs } from './compare-metadefs.ts';
import type { MetadefFile, MetadefProperty } from './metadef.ts';
import { toMetadefs } from './to-metadefs.ts';

const { registry } = buildRegistry();
const ours = toMetadefs(registry);

function fileNamed(files: readonly MetadefFile[], fileName: string): MetadefFile {
  const file = files.find((each) => each.fileName === fileName);
  assert.ok(file !== undefined, fileName);
  return file;
}

/** Every property of a resource type, by its whole name. */
function propertiesOf(files: readonly MetadefFile[], resourceType: string): Map<string, MetadefProperty> {
  const found = new Map<string, MetadefProperty>();
  for (const { namespace } of files) {
    for (const { name, prefix = '' } of namespace.resource_type_associations) {
      if (name !== resourceType) continue;
      for (const [property, schema] of Object.entries(namespace.properties)) {
        assert.ok(!found.has(prefix + property), `${prefix}${property} occurs twice`);
        found.set(prefix + property, schema);
      }
    }
  }
  return found;
}

/** The files for what we know together with these specs of somebody else, in a namespace of theirs. */
function withSpecs(name: string, specs: readonly Partial<ExtraSpec>[], description = 'Theirs.') {
  const namespace: Namespace = {
    name,
    description,
    specs: specs.map((spec) => ({
      name: 'thing',
      value: { type: 'string' },
      description: 'A thing.',
      ...spec,
    })),
  };
  const source = { kind: 'plugin', name: 'theirs', version: '1.0.0' } as const;
  const built = buildRegistry([{ source, namespaces: [namespace] }]);
  assert.deepEqual(
    built.issues.filter(({ severity }) => severity === 'error'),
    [],
  );
  return toMetadefs(built.registry);
}

describe('the metadata definitions', () => {
  test('have every extra spec and image property once, or say that it is left out', () => {
    const flavor = propertiesOf(ours.files, 'OS::Nova::Flavor');
    const image = propertiesOf(ours.files, 'OS::Glance::Image');
    const omitted = new Set(ours.omissions.map(({ key }) => key));
    for (const { key } of registry.specs) {
      const bare = key.replace('{group}', '').replace('{filter}', '');
      assert.notEqual(flavor.has(bare), bare.includes('{'), key);
      assert.equal(omitted.has(key), key.replace('{group}', '').includes('{'), key);
    }
    for (const { name } of registry.imageFamilies.flatMap(({ properties }) => properties)) {
      assert.notEqual(image.has(name), name.includes('{'), name);
      assert.equal(omitted.has(name), name.includes('{'), name);
    }
    assert.ok(omitted.has('trait{group}:') && omitted.has('resources{group}:'));
    assert.deepEqual(propertiesOf(ours.files, 'OS::Cinder::Volume'), image);
  });

  test('join what flavors and images have in common, and keep apart what differs', () => {
    const { namespace: common } = fileNamed(ours.files, 'compute-flavor-and-image-hw.json');
    assert.deepEqual(common.resource_type_associations, [
      { name: 'OS::Nova::Flavor', prefix: 'hw:' },
      { name: 'OS::Glance::Image', prefix: 'hw_' },
      { name: 'OS::Cinder::Volume', prefix: 'hw_', properties_target: 'image' },
    ]);
    for (const name of ['cpu_policy', 'cpu_thread_policy', 'pmu', 'pci_numa_affinity_policy', 'tpm_model']) {
      assert.ok(name in common.properties, name);
    }
    assert.deepEqual(common.properties['cpu_policy']?.enum, ['dedicated', 'shared', 'mixed']);

    const flavor = fileNamed(ours.files, 'compute-flavor-hw.json').namespace;
    const image = fileNamed(ours.files, 'compute-image-hw.json').namespace;
    assert.deepEqual(flavor.resource_type_associations, [{ name: 'OS::Nova::Flavor', prefix: 'hw:' }]);
    assert.deepEqual(image.resource_type_associations, [
      { name: 'OS::Glance::Image', prefix: 'hw_' },
      { name: 'OS::Cinder::Volume', prefix: 'hw_', properties_target: 'image' },
    ]);
    for (const name of ['cpu_realtime', 'emulator_threads_policy', 'cpu_dedicated_mask', 'pmem']) {
      assert.ok(name in flavor.properties && !(name in image.properties), name);
    }
    for (const name of ['disk_bus', 'machine_type']) {
      assert.ok(name in image.properties && !(name in flavor.properties), name);
    }
    // At least one in a flavor, anything in an image: the rules differ.
    assert.equal(flavor.properties['cpu_cores']?.minimum, 1);
    assert.equal(image.properties['cpu_cores']?.minimum, undefined);

    const secureBoot = (file: string) =>
      fileNamed(ours.files, file).namespace.properties['secure_boot']?.enum;
    assert.deepEqual(secureBoot('compute-flavor-os.json')?.toSorted(), ['disabled', 'required']);
    assert.deepEqual(secureBoot('compute-image-os.json')?.toSorted(), ['disabled', 'optional', 'required']);
  });

  test('have prefixes for each namespace, and none for what has no namespace', () => {
    const prefixes = ours.files
      .flatMap(({ namespace }) => namespace.resource_type_associations)
      .filter(({ name }) => name === 'OS::Nova::Flavor')
      .map(({ prefix = '' }) => prefix);
    const expected = [
      '',
      'accel:',
      'capabilities:',
      'hw:',
      'hw:',
      'hw_rng:',
      'hw_video:',
      'os:',
      'pci_passthrough:',
    ];
    assert.deepEqual(prefixes.sort(), [...expected, 'quota:', 'resources:', 'trait:', 'vmware:']);
    const bare = fileNamed(ours.files, 'compute-flavor.json').namespace;
    assert.deepEqual(Object.keys(bare.properties).sort(), ['group_policy', 'hide_hypervisor_id']);
  });

  test('say what a value may be', () => {
    const flavor = propertiesOf(ours.files, 'OS::Nova::Flavor');
    const image = propertiesOf(ours.files, 'OS::Glance::Image');
    const rule = (property: MetadefProperty | undefined) => {
      const { title: _, description: __, ...rest } = property as MetadefProperty;
      return rest;
    };
    assert.deepEqual(rule(flavor.get('hw:redirected_usb_ports')), {
      type: 'integer',
      minimum: 0,
      maximum: 15,
    });
    assert.deepEqual(rule(flavor.get('hw:cpu_realtime')), { type: 'boolean' });
    assert.deepEqual(rule(flavor.get('quota:cpu_quota')), { type: 'integer' });
    assert.deepEqual(rule(flavor.get('pci_passthrough:alias')), {
      type: 'string',
      pattern: '^(?:[^:]+:\\d+(?:\\s*,\\s*[^:]+:\\d+)*)$',
    });
    assert.deepEqual(rule(flavor.get('trait:HW_CPU_X86_AVX2')), {
      type: 'string',
      enum: ['required', 'forbidden'],
    });
    assert.deepEqual(rule(image.get('trait:HW_CPU_X86_AVX2')), { type: 'string', enum: ['required'] });
    assert.deepEqual(rule(image.get('img_block_device_mapping')), { type: 'string' });
    assert.ok(
      RegExp(image.get('img_signature_certificate_uuid')?.pattern as string).test(
        '3f1c2d9e-8a7b-4c6d-9e5f-0a1b2c3d4e5f',
      ),
    );
    const operators = flavor.get('capabilities:cpu_info')?.operators;
    assert.ok(operators?.includes('<or>') && operators.includes('s==') && operators.includes('>='));
  });

  test('have patterns that match in full', () => {
    const flavor = propertiesOf(ours.files, 'OS::Nova::Flavor');
    const pageSize = RegExp(flavor.get('hw:mem_page_size')?.pattern as string);
    for (const good of ['large', '2048', '1GB']) assert.match(good, pageSize);
    for (const bad of ['largest', 'xlarge', '2kbits']) assert.doesNotMatch(bad, pageSize);
  });

  test('are readable: a title, a description without markup, and what is deprecated first', () => {
    const flavor = propertiesOf(ours.files, 'OS::Nova::Flavor');
    const all = ours.files.flatMap(({ namespace }) => Object.values(namespace.properties));
    assert.ok(all.length > 900);
    for (const { title, description } of all) {
      assert.ok(title !== '' && description !== '');
      assert.doesNotMatch(description, /[`\n]/);
    }
    assert.equal(flavor.get('hw:pci_numa_affinity_policy')?.title, 'PCI NUMA Affinity Policy');
    assert.equal(flavor.get('trait:HW_CPU_X86_AVX2')?.title, 'HW_CPU_X86_AVX2');
    assert.match(
      flavor.get('hide_hypervisor_id')?.description as string,
      /^\(Deprecated\) Since .*; use 'hw:hide_hypervisor_id' instead\. /,
    );
    assert.match(flavor.get('hw:cpu_policy')?.description as string, /Virt drivers: libvirt\./);
    assert.match(flavor.get('hw:cpu_policy')?.description as string, /Image property 'hw_cpu_policy': /);
  });

  test('keep to what Glance can hold', () => {
    for (const { fileName, namespace } of ours.files) {
      assert.match(fileName, /^compute-[\w-]+\.json$/);
      assert.ok(namespace.namespace.length <= 80 && namespace.display_name.length <= 80);
      assert.ok(namespace.description.length <= 500 && namespace.description !== '', fileName);
      for (const name of Object.keys(namespace.properties)) assert.ok(name.length <= 80, name);
      const types = namespace.resource_type_associations.map(({ name }) => name);
      assert.equal(new Set(types).size, types.length);
    }
    for (const names of [
      ours.files.map(({ fileName }) => fileName),
      ours.files.map(({ namespace }) => namespace.namespace),
      // What Glance names a file for when it exports.
      ours.files.map(({ namespace }) => namespace.display_name.replaceAll(/[\W_]/g, '')),
    ]) {
      assert.equal(new Set(names).size, ours.files.length);
    }
  });
});

describe('the NUMA nodes of the guest', () => {
  test('are counted from 0, as many as are asked for, for flavors and for images', () => {
    const { files, omissions } = toMetadefs(registry, { numaNodes: 2 });
    const flavor = propertiesOf(files, 'OS::Nova::Flavor');
    const image = propertiesOf(files, 'OS::Glance::Image');
    for (const name of ['numa_cpus', 'numa_mem']) {
      for (const [node, isThere] of [
        [0, true],
        [1, true],
        [2, false],
      ] as const) {
        assert.equal(flavor.has(`hw:${name}.${node}`), isThere);
        assert.equal(image.has(`hw_${name}.${node}`), isThere);
      }
    }
    assert.equal(flavor.get('hw:numa_mem.1')?.minimum, 1);
    assert.match('0-3,^2', RegExp(image.get('hw_numa_cpus.1')?.pattern as string));
    assert.doesNotMatch('0-3,x', RegExp(image.get('hw_numa_cpus.1')?.pattern as string));
    assert.deepEqual(
      omissions.filter(({ key }) => key === 'hw:numa_cpus.{num}').map(({ text }) => text),
      ['is written for the nodes 0 to 1 only'],
    );
  });

  test('are at most 128', () => {
    assert.ok(toMetadefs(registry, { numaNodes: 128 }).files.length > 0);
    for (const numaNodes of [-1, 129, 1.5, NaN]) {
      assert.throws(() => toMetadefs(registry, { numaNodes }), RangeError);
    }
  });
});

describe('what others contribute', () => {
  test('is written as well', () => {
    const { files } = withSpecs('board', [{ name: 'count', value: { type: 'integer', min: 1 } }]);
    assert.deepEqual(fileNamed(files, 'compute-flavor-board.json').namespace, {
      namespace: 'OS::Compute::Flavor::board',
      display_name: 'Flavor Extra Specs: board',
      description: 'Theirs.',
      visibility: 'public',
      protected: true,
      resource_type_associations: [{ name: 'OS::Nova::Flavor', prefix: 'board:' }],
      properties: { count: { title: 'Count', description: 'A thing.', type: 'integer', minimum: 1 } },
    });
  });

  test('is written without a pattern that nobody else would understand, and that is said', () => {
    const { files, omissions } = withSpecs('board', [{ value: { type: 'string', pattern: '\\p{Lu}+' } }]);
    const { pattern } = fileNamed(files, 'compute-flavor-board.json').namespace.properties[
      'thing'
    ] as MetadefProperty;
    assert.equal(pattern, undefined);
    assert.ok(omissions.some(({ key, text }) => key === 'board:thing' && /without its pattern/.test(text)));
  });

  test('is left out where its name is too long, and that is said', () => {
    const long = 'x'.repeat(81);
    const { files, omissions } = withSpecs('board', [{ name: long }, { name: 'y'.repeat(80) }]);
    const { properties } = fileNamed(files, 'compute-flavor-board.json').namespace;
    assert.deepEqual(Object.keys(properties), ['y'.repeat(80)]);
    assert.ok(omissions.some(({ key, text }) => key === `board:${long}` && /80 characters/.test(text)));
  });

  test('is not taken for an image property because of its name alone', () => {
    const version: Partial<ExtraSpec> = { name: 'version', value: { type: 'integer' } };
    const { files } = withSpecs('img', [version]);
    assert.deepEqual(Object.keys(fileNamed(files, 'compute-flavor-img.json').namespace.properties), [
      'version',
    ]);
    assert.ok('version' in fileNamed(files, 'compute-image-img.json').namespace.properties);
    // With the property named as its counterpart it is one.
    const image = {
      property: 'img_version',
      relation: 'must-agree',
      noticed: 'api',
      rule: 'Equal.',
    } as const;
    const { files: joined } = withSpecs('img', [{ ...version, image }]);
    assert.ok('version' in fileNamed(joined, 'compute-flavor-and-image-img.json').namespace.properties);
    assert.ok(!('version' in fileNamed(joined, 'compute-image-img.json').namespace.properties));
  });

  test('has a description of at most 500 characters, in whole sentences', () => {
    const { files } = withSpecs('board', [{}], 'All of `it`. '.repeat(100));
    const { description } = fileNamed(files, 'compute-flavor-board.json').namespace;
    assert.match(description, /^(All of 'it'\. )+All of 'it'\.$/);
    assert.ok(description.length > 480 && description.length <= 500);
  });

  test('has file names of its own, however it is called', () => {
    const names = (namespace: string) =>
      withSpecs(namespace, [{}])
        .files.filter(({ namespace: { properties } }) => 'thing' in properties)
        .map(({ fileName, namespace: { display_name } }) => [fileName, display_name]);
    // Glance would export it to the same file as ours, whose name differs by an underscore alone.
    assert.deepEqual(names('hwrng'), [['compute-flavor-hwrng-2.json', 'Flavor Extra Specs: hwrng-2']]);
    assert.deepEqual(names('a b.c'), [['compute-flavor-a-b-c.json', 'Flavor Extra Specs: a b.c']]);
    assert.equal(names('z'.repeat(70))[0]?.[1]?.length, 55);
  });

  test('comes in the place of ours where it says more about the same key', () => {
    const { files } = withSpecs('trait', [
      { name: 'HW_CPU_X86_AVX2', value: { type: 'string', enum: ['required'] } },
      { name: 'CUSTOM_GOLD', value: { type: 'string', enum: ['forbidden'] } },
    ]);
    const flavor = propertiesOf(files, 'OS::Nova::Flavor');
    assert.deepEqual(flavor.get('trait:HW_CPU_X86_AVX2')?.enum, ['required']);
    assert.deepEqual(flavor.get('trait:CUSTOM_GOLD')?.enum, ['forbidden']);
    assert.deepEqual(flavor.get('trait:HW_CPU_X86_AVX')?.enum, ['required', 'forbidden']);
  });

  test('is left out where its namespace has a parameter that is never empty', () => {
    const num = { name: 'num', pattern: '\\d+', description: 'A number.' };
    const spec: ExtraSpec = { name: 'thing', value: { type: 'string' }, description: 'A thing.' };
    const namespaces = [{ name: 'slot{num}', parameters: [num], description: 'Slots.', specs: [spec] }];
    const source = { kind: 'plugin', name: 'theirs', version: '1.0.0' } as const;
    const { registry: extended, issues } = buildRegistry([{ source, namespaces }]);
    assert.deepEqual(issues, []);
    const { files, omissions } = toMetadefs(extended);
    assert.deepEqual(files, ours.files);
    assert.deepEqual(
      omissions.filter(({ key }) => key.startsWith('slot')),
      [{ key: 'slot{num}:thing', text: 'has {num} in it, which a metadata definition cannot express' }],
    );
    const association = { resourceType: 'OS::Nova::Flavor', prefix: '', target: null };
    const properties = [{ name: 'slot7:thing', schema: { type: 'integer' } }];
    const metadefs = [{ file: 'slots.json', associations: [association], properties }];
    const [difference] = compareMetadefs(extended, { metadefs, faults: [] }).differences;
    assert.ok(difference?.kind === 'different' && difference.text === `type is 'integer', here 'string'`);
  });

  test('says so when it is experimental', () => {
    const { files } = withSpecs('board', [
      { support: { status: 'experimental', note: 'The `unit` may change.' } },
    ]);
    const { properties } = fileNamed(files, 'compute-flavor-board.json').namespace;
    assert.equal(properties['thing']?.description, `(Experimental) The 'unit' may change. A thing.`);
  });
});
