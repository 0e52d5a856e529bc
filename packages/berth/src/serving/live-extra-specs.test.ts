import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { readSchemaFiles } from '@berth/extra-specs/operator/schema-files.ts';
import { LiveExtraSpecs } from './live-extra-specs.ts';

describe('extra specs in force', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'live-extra-specs-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const write = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const schema = (name: string): string =>
    `version: 1.0\nmetadata:\n- {name: ${name}, namespace: site, description: b, value: {type: integer}}\n`;
  const knows = ({ registry }: LiveExtraSpecs, key: string): boolean => registry.keys.find(key) !== null;

  test('are ours, where nothing else is said', () => {
    const live = new LiveExtraSpecs({ extraSpecsSchemas: [], extraSpecsPlugins: [] });
    assert.ok(knows(live, 'hw:cpu_policy'));
    assert.ok(!knows(live, 'site:a'));
    assert.deepEqual(live.problems, []);
  });

  test("are also the operator's, of which those with an error are left out at the start, and told", () => {
    write('a.yaml', schema('a'));
    write('b.yaml', 'nonsense');
    const live = new LiveExtraSpecs({ extraSpecsSchemas: [directory], extraSpecsPlugins: [] });
    assert.ok(knows(live, 'site:a'));
    assert.equal(live.problems.length, 1);
    assert.match(live.problems[0] ?? '', /b\.yaml:1:1: error: /);
  });

  test('change when files are read again, all of them or none', () => {
    const file = write('a.yaml', schema('a'));
    const live = new LiveExtraSpecs({ extraSpecsSchemas: [file], extraSpecsPlugins: [] });
    const before = live.registry;
    write('a.yaml', 'nonsense');
    assert.throws(() => live.warningsIn(readSchemaFiles([file])), {
      name: 'ConfigError',
      message: /a\.yaml:1:1: error/,
    });
    assert.equal(live.registry, before);
    write('a.yaml', schema('b'));
    const files = readSchemaFiles([file]);
    assert.deepEqual(live.warningsIn(files), []);
    live.replace(structuredClone(files));
    assert.ok(knows(live, 'site:b') && !knows(live, 'site:a'));
  });

  test('are also those of packages, which stay when files are read again', async () => {
    const plugin = join(directory, 'plugin');
    mkdirSync(plugin);
    const manifest = {
      name: 'accel',
      version: '1.0.0',
      type: 'module',
      berth: { extraSpecs: { fpga: './fpga.js' } },
    };
    writeFileSync(join(plugin, 'package.json'), JSON.stringify(manifest));
    const spec = { name: 'boards', value: { type: 'integer' }, description: 'Boards.' };
    const namespace = { name: 'fpga', description: 'Boards.', specs: [spec] };
    writeFileSync(join(plugin, 'fpga.js'), `export default ${JSON.stringify(namespace)};`);
    const live = new LiveExtraSpecs({ extraSpecsSchemas: [], extraSpecsPlugins: [plugin, 'not-installed'] });
    assert.ok(!knows(live, 'fpga:boards'));
    await live.loadPackages();
    assert.ok(knows(live, 'fpga:boards'));
    assert.match(live.problems.join(), /^plug-in not-installed: is not installed/);
    live.replace(readSchemaFiles([write('a.yaml', schema('a'))]));
    assert.ok(knows(live, 'fpga:boards') && knows(live, 'site:a'));
  });
});
