import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { parseCloudFile } from './cloud-file.ts';
import type { Settings } from './setting.ts';

function textsIn(settings: Settings | undefined): Record<string, string> {
  return Object.fromEntries([...(settings ?? [])].map(([name, { text }]) => [name, text.reveal()]));
}

function cloud(text: string, name = 'mine') {
  return parseCloudFile(text, 'clouds.yaml').clouds.get(name);
}

test('a cloud has what stands in it, and what is in auth beside it', () => {
  const found = cloud(`
clouds:
  mine:
    auth:
      auth_url: https://identity.example:5000
      password: 0123
    region_name: north
    verify: false
    networks: [{name: net}]
`);
  assert.deepEqual(textsIn(found?.settings), {
    region_name: 'north',
    verify: 'false',
    auth_url: 'https://identity.example:5000',
    password: '0123',
  });
});

test('older names and dashes are understood, the newer name wins, and empty values say nothing', () => {
  const found = cloud(`
clouds:
  mine:
    auth: {tenant-name: old, project_name: new, tenant_id: t, username: "", password: null}
    endpoint_type: internalURL
`);
  assert.deepEqual(textsIn(found?.settings), {
    interface: 'internalURL',
    project_name: 'new',
    project_id: 't',
  });
});

test('what several clouds have in common can be merged in', () => {
  const text = `
usual: &usual
  auth: {auth_url: "http://one"}
clouds:
  mine:
    <<: *usual
    region_name: north
`;
  assert.deepEqual(textsIn(cloud(text)?.settings), { region_name: 'north', auth_url: 'http://one' });
  assert.match(
    cloud(text)?.settings.get('auth_url')?.where ?? '',
    /^clouds\.yaml:6: clouds\.mine\.auth\.auth_url$/,
  );
});

test('regions are names, or names with values', () => {
  const found = cloud(`
clouds:
  mine:
    regions:
      - north
      - name: south
        values: {auth: {auth_url: "http://south"}, interface: admin}
`);
  assert.deepEqual(
    [...(found?.regions ?? [])].map(([name, settings]) => [name, textsIn(settings)]),
    [
      ['north', {}],
      ['south', { interface: 'admin', auth_url: 'http://south' }],
    ],
  );
});

test('JSON is read too, and a file without clouds has none', () => {
  assert.deepEqual(textsIn(cloud('{"clouds": {"mine": {"auth": {"username": "ann"}}}}')?.settings), {
    username: 'ann',
  });
  for (const text of ['', '# nothing', 'client: {force_ipv4: true}', 'clouds:'])
    assert.equal(parseCloudFile(text, 'clouds.yaml').clouds.size, 0);
});

test('what is wrong is told with its line and its path, and never with what stands there', () => {
  for (const [text, message] of [
    ['clouds: [hunter2]', /^clouds\.yaml:1: clouds must be a mapping$/],
    ['clouds:\n  mine: hunter2', /^clouds\.yaml:2: clouds\.mine must be a mapping$/],
    ['clouds:\n  mine:\n    auth: hunter2', /^clouds\.yaml:3: clouds\.mine\.auth must be a mapping$/],
    [
      'clouds:\n  mine:\n    auth:\n      password: [hunter2]',
      /^clouds\.yaml:4: clouds\.mine\.auth\.password must be a text$/,
    ],
    ['clouds:\n  mine:\n    regions: hunter2', /^clouds\.yaml:3: clouds\.mine\.regions must be a list$/],
    [
      'clouds:\n  mine:\n    regions:\n    - []',
      /^clouds\.yaml:4: clouds\.mine\.regions\.0 must be a mapping$/,
    ],
    ['clouds:\n  mine: {auth: {password: hunter2', /^clouds\.yaml:2: it is no YAML \(/],
    ['clouds:\n  mine:\n    auth: *hunter2', /aliases that cannot be resolved|it is no YAML/],
  ] as const) {
    assert.throws(
      () => parseCloudFile(text, 'clouds.yaml'),
      (error) => error instanceof Error && message.test(error.message) && !inspect(error).includes('hunter2'),
      text,
    );
  }
});

test('a bomb of aliases is refused', () => {
  const levels = Array.from({ length: 12 }, (_, level) => {
    const inner = level === 0 ? 'x' : `*l${level - 1}`;
    return `l${level}: &l${level} [${Array.from({ length: 10 }, () => inner).join(', ')}]`;
  });
  assert.throws(() => parseCloudFile(`${levels.join('\n')}\nclouds: {}`, 'clouds.yaml'), /aliases/);
});

test('however settings are printed, no value is shown', () => {
  const found = cloud('clouds: {mine: {auth: {password: hunter2, username: hunter2}}}');
  assert.doesNotMatch(
    inspect(found, { depth: 10 }) + JSON.stringify([...(found?.settings ?? [])]),
    /hunter2/,
  );
});
