import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Namespace } from '../definitions/definition.ts';
import { buildRegistry } from '../registry/registry.ts';
import { compareMetadefs } from './compare-metadefs.ts';
import type { MetadefFile, MetadefProperty } from './metadef.ts';
import { readMetadefs } from './read-metadefs.ts';
import { glanceIsMissing, RealGlance } from './testing/real-glance.ts';
import { toMetadefs } from './to-metadefs.ts';
import { metadefText, writeMetadefs } from './write-metadefs.ts';

/** What ours do not have: letters of other alphabets, a description that is too long, names at the limit. */
const foreign: Namespace = {
  name: 'groesse',
  description: `Maße → 𝄞. ${'Eine lange Beschreibung, '.repeat(40)}`,
  specs: [
    {
      name: 'x'.repeat(80),
      value: { type: 'string', pattern: '[a-zß]+' },
      description: 'Länge „in Metern“.',
    },
    {
      name: 'a b.c:d',
      value: { type: 'integer', min: -(2 ** 40), max: 2 ** 40 },
      description: 'Any `number`.',
    },
  ],
};

/**
 * What Glance exports for a file. It writes down what was not there: null for a missing prefix and target, and empty lists of objects
 * and tags. That is all that it changes.
 */
function exported({ namespace }: MetadefFile): object {
  return {
    ...namespace,
    resource_type_associations: namespace.resource_type_associations.map((association) => ({
      prefix: null,
      properties_target: null,
      ...association,
    })),
    objects: [],
    tags: [],
  };
}

/** A file that says next to nothing, and what Glance makes of it: the additions are its own, and not due to ours. */
const byHand = {
  namespace: 'By::Hand',
  display_name: 'By hand',
  resource_type_associations: [{ name: 'OS::Nova::Flavor' }],
};
const byHandExported = {
  ...byHand,
  description: null,
  visibility: null,
  protected: null,
  resource_type_associations: [{ name: 'OS::Nova::Flavor', prefix: null, properties_target: null }],
  properties: {},
  objects: [],
  tags: [],
};

test('the real Glance loads the files, exports them again as they were, and its API takes them', async (context) => {
  const missing = glanceIsMissing();
  if (missing !== null) return context.skip(missing);
  const directory = mkdtempSync(join(tmpdir(), 'berth-glance-'));
  context.after(() => rmSync(directory, { recursive: true }));
  const source = { kind: 'plugin', name: 'foreign', version: '1.0.0' } as const;
  const { registry, issues } = buildRegistry([{ source, namespaces: [foreign] }]);
  assert.deepEqual(issues, []);
  const { files } = toMetadefs(registry, { numaNodes: 2 });
  assert.ok(files.length > 15);
  const written = join(directory, 'metadefs');
  await writeMetadefs(written, files);
  const glance = new RealGlance(directory);
  const pathOf = ({ fileName }: MetadefFile): string => join(written, fileName);

  await context.test('the API reads each file as what it says', () => {
    assert.deepEqual(glance.complaints(files.map(pathOf)), []);
    // The check can find something: a property without a title, and a description that is too long.
    const bad = { ...files[0]?.namespace, properties: { x: { type: 'string' } } };
    const long = { ...files[0]?.namespace, description: 'x'.repeat(501) };
    const paths = [bad, long].map((content, index) => {
      const path = join(directory, `bad-${index}.json`);
      writeFileSync(path, JSON.stringify(content));
      return path;
    });
    assert.deepEqual(
      glance.complaints(paths).map(([path]) => path),
      paths,
    );
  });

  await context.test('every file is loaded, and what is exported is what was loaded', async () => {
    writeFileSync(join(written, 'by-hand.json'), JSON.stringify(byHand));
    const log = glance.load(written);
    for (const file of files) assert.ok(log.includes(`File ${pathOf(file)} loaded to database.`), log);
    assert.doesNotMatch(log, /ERROR|WARNING/);
    const result = glance.export();
    assert.equal(result.size, files.length + 1);
    assert.deepEqual(result.get(byHand.namespace), byHandExported);
    for (const file of files) assert.deepEqual(result.get(file.namespace.namespace), exported(file));

    const again = join(directory, 'exported');
    mkdirSync(again);
    for (const [name, namespace] of result) {
      if (name === byHand.namespace) continue;
      writeFileSync(join(again, `${name.replaceAll(':', '-')}.json`), JSON.stringify(namespace));
    }
    const comparison = compareMetadefs(registry, await readMetadefs(again), { texts: true });
    assert.deepEqual(comparison, { differences: [], notCompared: [] });
  });

  await context.test(
    'a later version is skipped, merged or put in the place of the earlier one, as it is told',
    () => {
      const common = files.find(
        ({ fileName }) => fileName === 'compute-flavor-and-image-hw.json',
      ) as MetadefFile;
      const { namespace } = common.namespace;
      const { pmu, cpu_policy: policy, ...others } = common.namespace.properties;
      assert.ok(pmu !== undefined && policy !== undefined);
      const added: MetadefProperty = { title: 'Added', description: 'Added later.', type: 'boolean' };
      const changed: MetadefProperty = { ...policy, enum: ['dedicated'] };
      const properties = { ...others, cpu_policy: changed, added };
      const path = join(directory, 'later.json');
      writeFileSync(path, metadefText({ ...common, namespace: { ...common.namespace, properties } }));

      assert.match(glance.load(path), /Skipping namespace/);
      assert.deepEqual(glance.stored(namespace), common.namespace.properties);
      glance.load(path, '--merge');
      assert.deepEqual(glance.stored(namespace), { ...common.namespace.properties, added });
      glance.load(path, '--merge', '--prefer_new');
      assert.deepEqual(glance.stored(namespace), { ...properties, pmu });
      glance.load(path, '--merge', '--overwrite');
      assert.deepEqual(glance.stored(namespace), properties);
    },
  );
});
