import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { givenFiles } from '@berth/testing/given-files.ts';
import { buildRegistry } from '../registry/registry.ts';
import { type Comparison, compareMetadefs, type Difference } from './compare-metadefs.ts';
import { describeComparison } from './describe-comparison.ts';
import { readMetadefs } from './read-metadefs.ts';
import { toMetadefs } from './to-metadefs.ts';
import { writeMetadefs } from './write-metadefs.ts';

const { registry } = buildRegistry();

async function compare(
  context: TestContext,
  files: Readonly<Record<string, unknown>>,
  options = {},
): Promise<Comparison> {
  return compareMetadefs(registry, await readMetadefs(givenFiles(context, files)), options);
}

const flavor = { name: 'OS::Nova::Flavor', prefix: 'hw:' };
const image = { name: 'OS::Glance::Image', prefix: 'hw_' };
const volume = { name: 'OS::Cinder::Volume', prefix: 'hw_', properties_target: 'image' };

function theirs(associations: readonly object[], properties: Readonly<Record<string, object>>): object {
  return { namespace: 'Theirs', resource_type_associations: associations, properties };
}

/** What is said about their files, as text. */
function said({ differences }: Comparison): string[] {
  return differences
    .filter((each): each is Exclude<Difference, { kind: 'missing' | 'malformed' }> => 'name' in each)
    .map((each) => {
      const detail =
        'text' in each ? each.text : each.kind === 'renamed' ? each.current : String(each.suggestion);
      return `${each.resourceType} ${each.prefix}${each.name} ${each.kind} ${detail}`;
    });
}

describe('comparing metadata definitions', () => {
  test('finds no difference to what we write, however many NUMA nodes that has', async (context) => {
    for (const numaNodes of [0, 3]) {
      const directory = givenFiles(context, {});
      await writeMetadefs(directory, toMetadefs(registry, { numaNodes }).files);
      const comparison = compareMetadefs(registry, await readMetadefs(directory), { texts: true });
      assert.deepEqual(comparison, { differences: [], notCompared: [] });
      assert.equal(describeComparison(comparison), 'no differences\n');
    }
  });

  test('finds none either when it is divided into other namespaces', async (context) => {
    const files: Record<string, unknown> = {};
    for (const { namespace } of toMetadefs(registry).files) {
      for (const { name, prefix = '', ...rest } of namespace.resource_type_associations) {
        const whole = Object.entries(namespace.properties).map(([key, schema]) => [
          `${prefix}${key}`,
          schema,
        ]);
        files[`${Object.keys(files).length}.json`] = {
          namespace: 'Theirs',
          resource_type_associations: [{ name, prefix: null, ...rest }],
          objects: [{ name: 'All', properties: Object.fromEntries(whole) }],
        };
      }
    }
    assert.deepEqual((await compare(context, files)).differences, []);
  });

  test('tells what differs in a rule, by resource type', async (context) => {
    const comparison = await compare(context, {
      'pinning.json': theirs([flavor, image, volume], {
        cpu_policy: { title: 'x', type: 'string', enum: ['shared', 'dedicated'] },
        cpu_thread_policy: { title: 'x', type: 'string', enum: ['require', 'prefer', 'isolate'] },
        pmu: { title: 'x', type: 'string', enum: ['true', 'false'] },
      }),
      'others.json': theirs([flavor], {
        tpm_model: { type: 'string', enum: ['TIS', 'tpm-tis', 'tpm-crb'] },
        tpm_version: { type: 'string' },
        cpu_cores: { type: 'integer', maximum: 9 },
        mem_page_size: { type: 'string', pattern: 'large' },
        emulator_threads_policy: { type: 'string', enum: 'share' },
        serial_port_count: { minimum: 0 },
        'numa_mem.3': { type: 'integer', minimum: 2 },
      }),
    });
    assert.deepEqual(said(comparison), [
      `OS::Nova::Flavor hw:tpm_model different enum has 'TIS', unknown here`,
      `OS::Nova::Flavor hw:tpm_version different has no enum, here '1.2', '2.0'`,
      'OS::Nova::Flavor hw:cpu_cores different has no minimum, here 1',
      'OS::Nova::Flavor hw:cpu_cores different maximum is 9, here there is none',
      `OS::Nova::Flavor hw:mem_page_size different pattern is 'large', here '^(?:(large|small|any|\\d+([kKMGT]i?)?(b|bit|B)?))$'`,
      'OS::Nova::Flavor hw:emulator_threads_policy different enum is not a list',
      `OS::Nova::Flavor hw:serial_port_count different type is absent, here 'integer'`,
      'OS::Nova::Flavor hw:numa_mem.3 different minimum is 2, here 1',
      `OS::Nova::Flavor hw:cpu_policy different enum lacks 'mixed'`,
      `OS::Nova::Flavor hw:pmu different type is 'string' ('true', 'false'), here 'boolean'`,
      `OS::Glance::Image hw_cpu_policy different enum lacks 'mixed'`,
      `OS::Glance::Image hw_pmu different type is 'string' ('true', 'false'), here 'boolean'`,
      `OS::Cinder::Volume hw_cpu_policy different enum lacks 'mixed'`,
      `OS::Cinder::Volume hw_pmu different type is 'string' ('true', 'false'), here 'boolean'`,
    ]);
  });

  test('tells what is not known, with the name that is probably meant, and what is called otherwise now', async (context) => {
    const traits = { prefix: 'traits:' };
    const comparison = await compare(context, {
      'vtpm.json': theirs(
        [
          { ...flavor, ...traits },
          { ...image, ...traits },
        ],
        {
          COMPUTE_SECURITY_TPM_2_0: { type: 'string', enum: ['required'] },
        },
      ),
      'typo.json': theirs([flavor, image], {
        cpu_pollicy: { type: 'string' },
        nothing_of_the_kind: { type: 'string' },
      }),
      'old.json': theirs([{ name: 'OS::Glance::Image' }], { hypervisor_type: { type: 'string' } }),
      'custom.json': theirs(
        [
          { ...flavor, prefix: 'trait:' },
          { ...image, prefix: 'trait:' },
        ],
        {
          CUSTOM_GOLD: { type: 'string', enum: ['required'] },
        },
      ),
    });
    assert.deepEqual(said(comparison), [
      `OS::Nova::Flavor trait:CUSTOM_GOLD different enum lacks 'forbidden'`,
      'OS::Glance::Image hypervisor_type renamed img_hv_type',
      'OS::Nova::Flavor hw:cpu_pollicy unknown hw:cpu_policy',
      'OS::Nova::Flavor hw:nothing_of_the_kind unknown null',
      'OS::Glance::Image hw_cpu_pollicy unknown hw_cpu_policy',
      'OS::Glance::Image hw_nothing_of_the_kind unknown null',
      'OS::Nova::Flavor traits:COMPUTE_SECURITY_TPM_2_0 unknown trait:COMPUTE_SECURITY_TPM_2_0',
      'OS::Glance::Image traits:COMPUTE_SECURITY_TPM_2_0 unknown trait:COMPUTE_SECURITY_TPM_2_0',
    ]);
  });

  test('takes other spellings of a value for the value', async (context) => {
    const comparison = await compare(context, {
      'vif.json': theirs([image], {
        vif_model: { type: 'string', enum: ['VirtualE1000', 'E1000e', 'Virtual7'] },
      }),
    });
    assert.equal(
      said(comparison).at(-1),
      `OS::Glance::Image hw_vif_model different enum has 'Virtual7', unknown here`,
    );
  });

  test('tells what is in no file, by resource type and prefix', async (context) => {
    const { files } = toMetadefs(registry);
    const kept = files.filter(({ fileName }) => !/flavor-trait|flavor-accel|image-os/.test(fileName));
    const contents = Object.fromEntries(
      kept.map(({ fileName, namespace }) => {
        const { group_policy: _, ...properties } = namespace.properties;
        return [fileName, { ...namespace, properties }];
      }),
    );
    const { differences } = await compare(context, contents);
    assert.deepEqual(
      differences.map((each) =>
        each.kind === 'missing' ? [each.resourceType, each.prefix, each.names.length, each.isAll] : each,
      ),
      [
        ['OS::Nova::Flavor', 'accel:', 1, true],
        ['OS::Nova::Flavor', 'trait:', 377, true],
        ['OS::Nova::Flavor', '', 1, false],
        ['OS::Glance::Image', 'os_', 8, true],
        ['OS::Cinder::Volume', 'os_', 8, true],
      ],
    );
    assert.ok(differences.some((each) => each.kind === 'missing' && each.names.includes('group_policy')));
  });

  test('passes over texts, unless asked to compare them', async (context) => {
    const files = {
      'a.json': theirs([flavor], { pmu: { title: 'PMU', description: 'Theirs.', type: 'boolean' } }),
    };
    assert.deepEqual(said(await compare(context, files)), []);
    const texts = said(await compare(context, files, { texts: true }));
    assert.equal(texts.length, 1);
    assert.match(texts[0] as string, /hw:pmu different description is 'Theirs\.', here '/);
  });

  test('says of what nothing is known here that it was not compared', async (context) => {
    const { notCompared } = await compare(context, {
      'a.json': theirs([{ name: 'OS::Nova::Aggregate' }, { name: 'OS::Cinder::Volume' }, flavor], {}),
    });
    assert.deepEqual(notCompared, ['OS::Cinder::Volume (the volume itself)', 'OS::Nova::Aggregate']);
  });
});

test('what Glance 25.1 ships is stale where it is known to be', async (context) => {
  // Of its files for compute, what they say about values; without the texts.
  const shipped = join(import.meta.dirname, 'testing/glance-25.1-metadefs.json');
  const comparison = await compare(context, JSON.parse(readFileSync(shipped, 'utf8')));
  const about = (file: string) =>
    said({
      ...comparison,
      differences: comparison.differences.filter((each) => 'file' in each && each.file === file),
    });
  assert.deepEqual(about('compute-cpu-pinning.json'), [
    `OS::Glance::Image hw_cpu_policy different enum lacks 'mixed'`,
    `OS::Cinder::Volume hw_cpu_policy different enum lacks 'mixed'`,
    `OS::Nova::Flavor hw:cpu_policy different enum lacks 'mixed'`,
  ]);
  assert.deepEqual(about('compute-vtpm.json'), [
    'OS::Nova::Flavor traits:COMPUTE_SECURITY_TPM_1_2 unknown trait:COMPUTE_SECURITY_TPM_1_2',
    'OS::Nova::Flavor traits:COMPUTE_SECURITY_TPM_2_0 unknown trait:COMPUTE_SECURITY_TPM_2_0',
    'OS::Glance::Image traits:COMPUTE_SECURITY_TPM_1_2 unknown trait:COMPUTE_SECURITY_TPM_1_2',
    'OS::Glance::Image traits:COMPUTE_SECURITY_TPM_2_0 unknown trait:COMPUTE_SECURITY_TPM_2_0',
  ]);
  assert.deepEqual(about('compute-vtpm-hw.json').slice(0, 2), [
    `OS::Nova::Flavor hw:tpm_model different enum lacks 'tpm-tis', 'tpm-crb'`,
    `OS::Nova::Flavor hw:tpm_model different enum has 'TIS', 'CRB', unknown here`,
  ]);
  assert.deepEqual(about('compute-hypervisor.json'), [
    'OS::Glance::Image hypervisor_type renamed img_hv_type',
    'OS::Glance::Image vm_mode renamed hw_vm_mode',
  ]);
  assert.deepEqual(about('compute-watchdog.json'), []);
});

describe('files that are no metadata definitions', () => {
  test('are not waited for', async (context) => {
    const directory = givenFiles(context, {});
    assert.equal(spawnSync('mkfifo', [join(directory, 'pipe.json')]).status, 0);
    assert.deepEqual(await readMetadefs(directory), { metadefs: [], faults: [] });
  });

  test('are reported by name, and the others are compared', async (context) => {
    const directory = givenFiles(context, {
      'not-json.json': '{ "namespace": ',
      'list.json': [],
      'nameless.json': {},
      'types.json': { namespace: 'x', resource_type_associations: {} },
      'type.json': { namespace: 'x', resource_type_associations: [{ prefix: 'hw:' }] },
      'prefix.json': { namespace: 'x', resource_type_associations: [{ name: 'y', prefix: 1 }] },
      'properties.json': { namespace: 'x', properties: [] },
      'property.json': { namespace: 'x', properties: { a: 'string' } },
      'object.json': { namespace: 'x', objects: [{ properties: { a: null } }] },
      'good.json': theirs([flavor], { pmu: { type: 'string' } }),
      'readme.txt': 'not looked at',
    });
    mkdirSync(join(directory, 'directory.json'));
    symlinkSync('nowhere', join(directory, 'link.json'));
    const { metadefs, faults } = await readMetadefs(directory);
    assert.deepEqual(
      metadefs.map(({ file }) => file),
      ['good.json'],
    );
    const texts = Object.fromEntries(faults.map(({ file, text }) => [file, text]));
    assert.match(texts['not-json.json'] ?? '', /^is not JSON: /);
    assert.match(texts['link.json'] ?? '', /^ENOENT/);
    const { 'not-json.json': _, 'link.json': __, ...rest } = texts;
    assert.deepEqual(rest, {
      'list.json': 'the file is not an object',
      'nameless.json': `has no 'namespace'`,
      'object.json': 'objects[0].properties.a is not an object',
      'prefix.json': 'resource_type_associations[0].prefix is not a text',
      'properties.json': 'properties is not an object',
      'property.json': 'properties.a is not an object',
      'type.json': `resource_type_associations[0] has no 'name'`,
      'types.json': 'resource_type_associations is not a list',
    });
    const { differences } = compareMetadefs(registry, { metadefs, faults });
    assert.equal(differences.filter(({ kind }) => kind === 'malformed').length, faults.length);
    assert.equal(differences.filter(({ kind }) => kind === 'different').length, 1);
  });
});

test('a comparison is shown by file, with what is in no file at the end', () => {
  const at = (name: string) =>
    ({ file: 'a.json', resourceType: 'OS::Nova::Flavor', prefix: 'hw:', name }) as const;
  const inImage = { resourceType: 'OS::Glance::Image', prefix: 'hw_' } as const;
  const missing = { kind: 'missing', resourceType: 'OS::Nova::Flavor' } as const;
  const many = Array.from({ length: 21 }, (_, index) => `X_${index}`);
  const text = describeComparison({
    differences: [
      { kind: 'malformed', file: 'b.json', text: 'is not JSON' },
      { kind: 'different', ...at('cpu_policy'), text: `enum lacks 'mixed'` },
      { kind: 'different', ...at('cpu_policy'), ...inImage, text: `enum lacks 'mixed'` },
      { kind: 'unknown', ...at('foo'), suggestion: null },
      { kind: 'unknown', ...at('pmuu'), suggestion: 'hw:pmu' },
      { kind: 'unknown', ...at('bar'), suggestion: null },
      { kind: 'renamed', ...at('old'), ...inImage, current: 'hw_new' },
      { ...missing, prefix: 'trait:', names: many, isAll: true },
      { ...missing, prefix: 'quota:', names: many, isAll: false },
    ],
    notCompared: ['OS::Nova::Aggregate'],
  });
  assert.equal(
    text,
    `b.json
  cannot be compared: is not JSON

a.json
  hw:cpu_policy, hw_cpu_policy: enum lacks 'mixed'
  hw:pmuu: is not known here; perhaps 'hw:pmu' is meant
  hw_old: is a former name of 'hw_new'
  not known here:
    hw:foo, hw:bar

in no file, for OS::Nova::Flavor
  trait:… (all 21)
  quota:X_0, quota:X_1, quota:X_2, quota:X_3, quota:X_4, quota:X_5, quota:X_6, quota:X_7, quota:X_8, quota:X_9,
  quota:X_10, quota:X_11, quota:X_12, quota:X_13, quota:X_14, quota:X_15, quota:X_16, quota:X_17, quota:X_18,
  quota:X_19, quota:X_20

not compared: OS::Nova::Aggregate

49 differences
`,
  );
});
