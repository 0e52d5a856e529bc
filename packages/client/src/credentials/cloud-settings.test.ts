import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { askPython, hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { draw } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { cloudSettings, type CloudSources } from './cloud-settings.ts';
import { filesOfClouds } from './testing/files-of-clouds.ts';

function textsIn(sources: CloudSources): Record<string, string> {
  return Object.fromEntries([...cloudSettings(sources)].map(([name, { text }]) => [name, text.reveal()]));
}

const clouds = `
clouds:
  mine:
    profile: provider
    auth: {username: file, password: file, project_id: file}
    region_name: file
  other: {}
`;
const secure = 'clouds: {mine: {auth: {password: secure}}}';
const profiles = 'public-clouds: {provider: {auth: {auth_url: "http://profile", username: profile}}}';
const files = { 'clouds.yaml': clouds, 'secure.yaml': secure, 'clouds-public.yaml': profiles };

test('what is explicit wins over OS_*, that over secure.yaml, that over clouds.yaml, that over the profile', (t) => {
  const environment = {
    OS_CLOUD: 'mine',
    OS_USERNAME: 'environment',
    OS_REGION_NAME: 'environment',
    PATH: 'x',
  };
  const explicit = { region_name: 'explicit', username: undefined, token: '' };
  assert.deepEqual(textsIn(filesOfClouds(t, files, { environment, explicit })), {
    profile: 'provider',
    auth_url: 'http://profile',
    username: 'environment',
    password: 'secure',
    project_id: 'file',
    region_name: 'explicit',
    cloud: 'mine',
  });
});

test('who names a project leaves unsaid which one the file has', (t) => {
  const found = textsIn(filesOfClouds(t, files, { explicit: { cloud: 'mine', project_name: 'another' } }));
  assert.deepEqual([found['project_id'], found['project_name']], [undefined, 'another']);
});

test('no cloud is taken that was not named', (t) => {
  assert.deepEqual(textsIn(filesOfClouds(t, { 'clouds.yaml': secure }, { environment: { OS_TOKEN: 't' } })), {
    token: 't',
  });
});

test('a cloud that is not there is told with those that are', (t) => {
  const explicit = { cloud: 'none' };
  assert.throws(() => cloudSettings(filesOfClouds(t, {}, { explicit })), {
    message: 'cloud none was not found: there is no clouds.yaml',
  });
  assert.throws(
    () => cloudSettings(filesOfClouds(t, files, { explicit })),
    /^CredentialsError: cloud none was not found: \S+\/clouds\.yaml has mine, other; \S+\/secure\.yaml has mine$/,
  );
});

test('a profile that is nowhere is refused with its place', (t) => {
  assert.throws(
    () => cloudSettings(filesOfClouds(t, { 'clouds.yaml': clouds }, { explicit: { cloud: 'mine' } })),
    /clouds\.yaml:4: clouds\.mine\.profile names the profile provider, which no clouds-public\.yaml here has/,
  );
});

test('the region that is asked for brings its values, else the first does, and one that is not listed is refused', (t) => {
  const text = `
clouds:
  mine:
    interface: public
    regions: [{name: north, values: {interface: internal}}, south]
`;
  const at = (region?: string) => {
    const explicit = { cloud: 'mine', ...(region === undefined ? {} : { region_name: region }) };
    const { region_name, interface: face } = textsIn(filesOfClouds(t, { 'clouds.yaml': text }, { explicit }));
    return [region_name, face];
  };
  assert.deepEqual(at(), ['north', 'internal']);
  assert.deepEqual(at('south'), ['south', 'public']);
  assert.throws(() => at('west'), { message: 'cloud mine has no region west: it has north, south' });
});

test('files are looked for in one place after the other', (t) => {
  const sources = filesOfClouds(t, {});
  const usernameIn = (rest: Partial<CloudSources> = {}) =>
    textsIn({ ...sources, explicit: { cloud: 'c' }, ...rest })['username'];
  const write = (directory: string, name: string, username: string) => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, name), `clouds: {c: {auth: {username: ${username}}}}`);
  };
  const configHome = join(sources.directory, 'xdg');
  const environment = { XDG_CONFIG_HOME: configHome };
  write(join(sources.home, '.config', 'openstack'), 'clouds.yaml', 'home');
  assert.equal(usernameIn(), 'home');
  assert.equal(usernameIn({ environment }), 'home');
  write(join(configHome, 'openstack'), 'clouds.json', 'xdg');
  assert.equal(usernameIn({ environment }), 'xdg');
  write(sources.directory, 'clouds.yml', 'directory');
  assert.equal(usernameIn({ environment }), 'directory');
  write(join(sources.directory, 'named'), 'any', 'named');
  const named = join(sources.directory, 'named', 'any');
  assert.equal(usernameIn({ environment: { OS_CLIENT_CONFIG_FILE: named } }), 'named');
  assert.throws(() => usernameIn({ environment: { OS_CLIENT_CONFIG_FILE: sources.directory } }), /EISDIR/);
});

const value = fc.stringMatching(/^[a-z0-9: #'"-]{1,8}$/);
const authArbitrary = fc.dictionary(
  fc.constantFrom('auth_url', 'username', 'password', 'project_id', 'user_domain_id', 'user_domain_name'),
  value,
);
const besideArbitrary = fc.dictionary(fc.constantFrom('interface', 'cacert', 'placement_api_version'), value);
const cloudArbitrary = fc
  .tuple(authArbitrary, besideArbitrary)
  .map(([auth, beside]): Record<string, unknown> => ({ ...beside, auth }));

test('whatever two files say, the second wins name by name, and both below what is explicit', async (t) => {
  const property = fc.property(cloudArbitrary, cloudArbitrary, authArbitrary, (first, second, explicit) => {
    const sources = filesOfClouds(
      t,
      { 'clouds.yaml': fileOf(first), 'secure.yaml': fileOf(second) },
      { explicit: { ...explicit, cloud: 'c' } },
    );
    const found = textsIn(sources);
    for (const [name, text] of Object.entries(explicit)) assert.equal(found[name], text);
    const [low, high] = [flat(first), flat(second)];
    for (const [name, text] of Object.entries(high))
      if (!(name in explicit) && !/domain/.test(name)) assert.equal(found[name], text);
    for (const [name, text] of Object.entries(low))
      if (!(name in explicit) && !(name in high) && !/domain/.test(name)) assert.equal(found[name], text);
  });
  assertProperty(property, 30);
});

test('openstacksdk merges files and regions as we do', (t) => {
  if (!hasPythonModules(t, 'openstack')) return;
  const cases = draw(
    fc.record({
      first: cloudArbitrary,
      second: cloudArbitrary,
      regions: fc.array(fc.record({ name: fc.constantFrom('north', 'south'), values: besideArbitrary }), {
        maxLength: 2,
      }),
    }),
    40,
  ).map(({ first, second, regions }) => {
    const region = regions.at(-1)?.name ?? null;
    const isOnce = regions.length < 2 || regions[0]?.name !== regions[1]?.name;
    const listed = regions.length > 0 && isOnce ? { regions } : {};
    return { cloud: 'c', region, clouds: fileOf({ ...first, ...listed }), secure: fileOf(second) };
  });
  const answers = askPython(new URL('testing/ask_openstacksdk.py', import.meta.url), cases);
  for (const [index, expected] of (answers as Record<string, unknown>[]).entries()) {
    assertSame(t, cases[index] as (typeof cases)[number], expected);
  }
});

function assertSame(
  t: TestContext,
  { cloud, region, clouds, secure }: { cloud: string; region: string | null; clouds: string; secure: string },
  expected: Record<string, unknown>,
): void {
  const explicit = { cloud, ...(region === null ? {} : { region_name: region }) };
  const found = textsIn(filesOfClouds(t, { 'clouds.yaml': clouds, 'secure.yaml': secure }, { explicit }));
  for (const [name, text] of Object.entries(found)) {
    // Its loader takes the name of the cloud for itself.
    if (name === 'cloud') continue;
    assert.equal(text, expected[name], `${name} of\n${clouds}\n${secure}`);
  }
}

function fileOf(cloud: Record<string, unknown>): string {
  return JSON.stringify({ clouds: { c: cloud } });
}

function flat({ auth, ...beside }: Record<string, unknown>): Record<string, unknown> {
  return { ...beside, ...(auth as object) };
}
