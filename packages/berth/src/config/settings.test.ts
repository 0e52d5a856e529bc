import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadConfig } from './load-config.ts';
import { docsFile, renderDocs } from './render-docs.ts';
import { renderHelp } from './render-help.ts';
import { flagOf, sectionOf, variableOf } from './setting.ts';
import { sections, settingEntries } from './settings.ts';

test('no two settings share a flag, a variable or a place in the file', () => {
  for (const property of ['name', 'path'] as const) {
    const values = settingEntries().map(([, setting]) => setting[property]);
    assert.deepEqual(values, [...new Set(values)]);
  }
});

test('every setting is in a section, and every section has a setting', () => {
  assert.deepEqual(
    [...new Set(settingEntries().map(([, setting]) => sectionOf(setting)))],
    Object.keys(sections),
  );
});

test('every default is a value', () => {
  for (const [key, setting] of settingEntries()) {
    if (setting.default !== null) assert.notEqual(setting.parse(setting.default), undefined, key);
  }
});

test('the help tells of every setting, its variable, its place in the file and its default', () => {
  const help = renderHelp().replaceAll(/\s+/g, ' ');
  for (const [, setting] of settingEntries()) {
    const flag = flagOf(setting);
    if (flag !== null) assert.ok(help.includes(` ${flag}`), flag);
    assert.ok(help.includes(variableOf(setting)));
    assert.ok(help.includes(setting.path));
    assert.ok(help.includes(setting.help));
    if (setting.default !== null) assert.ok(help.includes(`default ${setting.default}`));
  }
});

test('a secret has no flag', () => {
  const secrets = settingEntries().filter(([, setting]) => setting.isSecret);
  assert.deepEqual(
    secrets.map(([key]) => key),
    ['imageToken', 'networkToken', 'keystonePassword', 'keystoneApplicationCredentialSecret'],
  );
  for (const [, secret] of secrets) assert.equal(flagOf(secret), null);
});

test('docs/configuration.md is what the table says (else: npm run docs)', () => {
  assert.equal(readFileSync(docsFile, 'utf8'), renderDocs());
});

test('the example in the documentation can be used', () => {
  const [, example = ''] = /```yaml\n([^]*?)```/.exec(renderDocs()) ?? [];
  const files: Readonly<Record<string, string>> = {
    'berth.yaml': example,
    '/etc/berth/keystone-password': 'x\n',
  };
  const readText = (path: string): string => files[path] ?? assert.fail(path);
  const { config } = loadConfig({ args: ['--config=berth.yaml'], environment: {}, readText });
  assert.equal(config.keystonePassword?.reveal(), 'x');
});
