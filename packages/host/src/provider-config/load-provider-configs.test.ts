import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadProviderConfigs } from './load-provider-configs.ts';
import { ProviderConfigError } from './provider-config.ts';

const head = 'meta:\n  schema_version: "1.0"\nproviders:\n';
const named = (name: string): string =>
  `${head}- identification: {name: ${name}}\n  traits: {additional: [CUSTOM_X]}\n`;

function given(context: TestContext, files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'berth-provider-config-'));
  context.after(() => rmSync(directory, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return directory;
}

function refusal(directory: string): readonly string[] {
  try {
    loadProviderConfigs(directory);
  } catch (error) {
    assert.ok(error instanceof ProviderConfigError);
    return error.reasons.map((reason) => reason.replaceAll(`${directory}/`, ''));
  }
  return [];
}

test('the files of a directory are read in the order of their names', (context) => {
  const directory = given(context, {
    'b.yaml': named('two'),
    'a.yaml': named('one'),
    '.hidden.yaml': 'nonsense: [',
    'c.yml': 'nonsense: [',
    'd.yaml~': 'nonsense: [',
  });
  const { configs, warnings } = loadProviderConfigs(directory);
  assert.deepEqual(
    configs.map(({ target, place }) => [target, place.replace(`${directory}/`, '')]),
    [
      [{ kind: 'name', name: 'one' }, 'a.yaml:4:3'],
      [{ kind: 'name', name: 'two' }, 'b.yaml:4:3'],
    ],
  );
  assert.deepEqual(warnings, []);
});

test('a directory that is not there is an empty one', (context) => {
  const directory = join(given(context, {}), 'nowhere');
  const { configs, warnings } = loadProviderConfigs(directory);
  assert.deepEqual(configs, []);
  assert.deepEqual(warnings, [`${directory}: there is no such directory, so no provider is configured`]);
});

test('a provider that two files configure is refused, with both places', (context) => {
  const directory = given(context, { 'a.yaml': named('one'), 'b.yaml': named('one') });
  assert.deepEqual(
    refusal(directory).map((text) => text.replaceAll(`${directory}/`, '')),
    ["b.yaml:4:3: the provider 'one' is configured at a.yaml:4:3 already"],
  );
});

test('all that is wrong in any file is told at once', (context) => {
  const directory = given(context, { 'a.yaml': 'meta: 1', 'b.yaml': named('one'), 'c.yaml': '' });
  assert.deepEqual(refusal(directory), [
    "a.yaml:1:7: 'meta' is a mapping, and not a number",
    'c.yaml:1:1: there is nothing in this file; it begins with `meta:`',
  ]);
});

test('what cannot be read is refused, and never waited for', (context) => {
  const directory = given(context, {
    'large.yaml': `${head}${'#'.repeat(256 * 1024)}`,
    'latin.yaml': Buffer.from('# caf\xe9\n', 'latin1'),
  });
  mkdirSync(join(directory, 'directory.yaml'));
  execFileSync('mkfifo', [join(directory, 'pipe.yaml')]);
  assert.deepEqual(refusal(directory), [
    'directory.yaml: is not a file',
    'large.yaml: the file is too large: 262144 bytes are allowed',
    'latin.yaml: the file is not in UTF-8',
    'pipe.yaml: is not a file',
  ]);
});

test('a directory that is a file is refused', (context) => {
  const directory = given(context, { 'a.yaml': named('one') });
  assert.throws(() => loadProviderConfigs(join(directory, 'a.yaml')), /ENOTDIR/);
});
