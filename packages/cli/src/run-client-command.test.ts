import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fakeKeystone } from '@berth/api-kit/auth/testing/fake-keystone.ts';
import { jsonReply, scriptedServer } from '@berth/client/testing/scripted-server.ts';
import { givenFiles } from '@berth/testing/given-files.ts';
import type { ClientCommand } from './command/client-command.ts';
import { flavorDelete, flavorList } from './compute/flavors.ts';
import { serverCreate } from './compute/server-create.ts';
import { usageList } from './compute/usages.ts';
import { providerList, providerShow } from './placement/providers.ts';
import { traitDelete, traitList } from './placement/traits.ts';
import { runClientCommand } from './run-client-command.ts';

const versions = jsonReply({ versions: [{ id: 'v1.0', max_version: '1.39', min_version: '1.0' }] });
const computeVersion = jsonReply({ version: { id: 'v2.1', version: '2.400', min_version: '2.1' } });

interface Ran {
  readonly status: number;
  readonly printed: string;
  readonly complaints: string;
}

async function run(
  command: ClientCommand,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ran> {
  let [printed, complaints] = ['', ''];
  const status = await runClientCommand('the command', command, args, {
    environment: { HOME: '/nonexistent', ...environment },
    readText: (path) => readFileSync(path, 'utf8'),
    writeSecret: () => assert.fail('nothing is written'),
    print: (text) => (printed += `${text}\n`),
    complain: (text) => (complaints += `${text}\n`),
    progress: () => {},
    pause: async () => {},
    terminalWidth: null,
    hasColours: false,
    stopSignal: () => new Promise(() => {}),
    confirm: null,
  });
  return { status, printed, complaints };
}

const at = (url: string) => ({ OS_AUTH_TYPE: 'admin_token', OS_ENDPOINT: url, OS_TOKEN: 'hush' });

test('the newest version that both know is asked for, and another one where it is told', async () => {
  await using placement = await scriptedServer([
    versions,
    jsonReply({ traits: ['A'] }),
    versions,
    jsonReply({ traits: [] }),
  ]);
  assert.deepEqual(await run(traitList, ['-f', 'value'], at(placement.url)), {
    status: 0,
    printed: 'A\n',
    complaints: '',
  });
  assert.equal(placement.seen[1]?.headers['openstack-api-version'], 'placement 1.39');
  await run(traitList, ['--os-placement-api-version', '1.6'], at(placement.url));
  assert.equal(placement.seen.at(-1)?.headers['openstack-api-version'], 'placement 1.6');
});

test('what a version does not know is told, and not asked for', async () => {
  await using placement = await scriptedServer([versions]);
  const { status, complaints } = await run(
    providerList,
    ['--required', 'A', '--os-placement-api-version', '1.10'],
    at(placement.url),
  );
  assert.equal(status, 1);
  assert.match(complaints, /^--required needs placement 1\.18 or newer, and 1\.10 is in force/);
  assert.equal(placement.seen.length, 1);
});

test('of a newer compute no more is asked than is known; it is found below the root of Berth, too', async () => {
  await using berth = await scriptedServer([
    versions,
    jsonReply({}, 404),
    computeVersion,
    jsonReply({ flavors: [] }),
  ]);
  assert.equal((await run(flavorList, ['-f', 'json'], at(berth.url))).printed, '[]\n');
  assert.deepEqual(
    berth.seen.map(({ path }) => path),
    ['/', '/v2.1/', '/compute/v2.1/', '/compute/v2.1/flavors/detail?is_public=True'],
  );
  assert.equal(berth.seen[3]?.headers['x-openstack-nova-api-version'], '2.96');
});

test('a no has the last line of what is said, the status and the request id', async () => {
  const detail = 'The resource could not be found.\n\n No resource provider with uuid x found  ';
  const refusal = {
    status: 404,
    headers: { 'content-type': 'application/json', 'x-openstack-request-id': 'req-1' },
    body: JSON.stringify({ errors: [{ detail }] }),
  };
  await using placement = await scriptedServer([versions, refusal]);
  const uuid = 'aaaaaaaa-0000-4000-8000-000000000001';
  assert.deepEqual(await run(providerShow, [uuid], at(placement.url)), {
    status: 1,
    printed: '',
    complaints: 'No resource provider with uuid x found (HTTP 404) (Request-ID: req-1)\n',
  });
});

test('compute says no in another form', async () => {
  const refusal = jsonReply(
    { itemNotFound: { code: 404, message: 'Flavor small could not be found.' } },
    404,
  );
  const none = jsonReply({ flavors: [{ id: '1', name: 'smell' }] });
  await using compute = await scriptedServer([computeVersion, refusal, none]);
  const { status, complaints } = await run(flavorDelete, ['smell1'], at(compute.url));
  assert.equal(status, 1);
  assert.equal(complaints, "No flavor with a name or ID of 'smell1' exists. (did you mean 'smell'?)\n");
});

test('what was called wrongly asks nobody and ends with 2', async () => {
  const { status, complaints } = await run(providerShow, [], {});
  assert.equal(status, 2);
  assert.match(
    complaints,
    /^usage: berth the command \[OPTIONS\] <provider>\nberth the command: <provider> is missing\./,
  );
});

test('of several the others are done when one fails, which is told', async () => {
  await using placement = await scriptedServer([
    versions,
    { status: 204 },
    jsonReply({ errors: [{ detail: 'in use' }] }, 409),
    { status: 204 },
  ]);
  const { status, complaints } = await run(traitDelete, ['A', 'B', 'C'], at(placement.url));
  assert.equal(status, 1);
  assert.equal(
    complaints,
    "Failed to delete trait with name or ID 'B': in use (HTTP 409)\n1 of 3 traits failed to delete.\n",
  );
  assert.equal(placement.seen.length, 4);
});

test('requests are shown as lines for curl, without secrets', async () => {
  const flavor = jsonReply({ flavor: { id: '1', name: 'small' } });
  const refusal = jsonReply({ badRequest: { code: 400, message: 'no' } }, 400);
  await using compute = await scriptedServer([computeVersion, flavor, refusal]);
  const image = '11111111-1111-4111-8111-111111111111';
  const args = [
    'one',
    '--flavor',
    '1',
    '--image',
    image,
    '--password',
    'hushhush',
    '--debug',
    '--property',
    "it's=so",
  ];
  const { complaints } = await run(serverCreate, args, at(compute.url));
  assert.doesNotMatch(complaints, /hush/);
  assert.match(complaints, /-X POST '[^']*\/servers' .*-H "x-auth-token: \$OS_TOKEN" .*"adminPass":"\*\*\*"/);
  assert.match(complaints, /it'\\''s/);
  assert.match(compute.seen[2]?.body ?? '', /"adminPass":"hushhush"/);
});

test('nothing but an address and what to do about it is told where no service answers', async () => {
  const { status, complaints } = await run(traitList, [], at('http://127.0.0.1:1'));
  assert.equal(status, 1);
  assert.match(complaints, /127\.0\.0\.1:1.*ECONNREFUSED/);
  const none = await run(traitList, [], {});
  assert.match(none.complaints, /username is missing: give --os-username, OS_USERNAME/);
});

test('a token is kept for the next call, readable by its owner alone, until it is refused', async (t) => {
  await using placement = await scriptedServer([
    versions,
    jsonReply({ traits: [] }),
    versions,
    jsonReply({ traits: [] }),
    versions,
    jsonReply({}, 401),
    jsonReply({ traits: [] }),
  ]);
  await using keystone = await fakeKeystone();
  keystone.login = () => tokenFor(`t${keystone.counts.logins}`, placement.url);
  const environment = {
    OS_AUTH_URL: keystone.url,
    OS_USERNAME: 'ann',
    OS_PASSWORD: 'hush',
    OS_PROJECT_NAME: 'work',
    XDG_CACHE_HOME: givenFiles(t, {}),
  };
  for (const logins of [1, 1, 2]) {
    assert.equal((await run(traitList, [], environment)).status, 0);
    assert.equal(keystone.counts.logins, logins);
  }
  const directory = join(environment.XDG_CACHE_HOME, 'berth', 'tokens');
  const [file = '', ...others] = readdirSync(directory);
  assert.deepEqual(others, []);
  assert.equal(statSync(join(directory, file)).mode & 0o777, 0o600);
  assert.equal(statSync(directory).mode & 0o777, 0o700);
  // Another password finds nothing there, and one who does not want it neither.
  await run(traitList, [], { ...environment, OS_PASSWORD: 'other' });
  assert.equal(keystone.counts.logins, 3);
  await run(traitList, ['--no-token-cache'], environment);
  assert.equal(keystone.counts.logins, 4);
  // One that an earlier version has kept, without the project it is for, is as good as none.
  writeFileSync(join(directory, file), JSON.stringify({ value: 't2', catalog: [], renewAt: 4e12 }));
  await run(traitList, [], environment);
  assert.equal(keystone.counts.logins, 5);
});

test('what a project has used is summed up over all pages', async () => {
  const page = (project: string, server: string, links: readonly unknown[]) =>
    jsonReply({
      tenant_usages: [
        {
          tenant_id: project,
          server_usages: [{ instance_id: server }],
          total_memory_mb_usage: 1.5,
          total_vcpus_usage: 0.25,
          total_local_gb_usage: 2.0,
        },
      ],
      tenant_usages_links: links,
    });
  const next = [{ rel: 'next', href: 'http://elsewhere' }];
  await using compute = await scriptedServer([
    computeVersion,
    page('p', 'one', next),
    page('p', 'two', next),
    page('q', 'three', []),
  ]);
  const { printed } = await run(usageList, ['-f', 'value'], at(compute.url));
  assert.equal(
    printed,
    "p [{'instance_id': 'one'}, {'instance_id': 'two'}] 3.0 0.5 4.0\nq [{'instance_id': 'three'}] 1.5 0.25 2\n",
  );
  assert.match(compute.seen[3]?.path ?? '', /[?&]marker=two(&|$)/);
});

test('where identity refuses the credentials, that is told', async (t: TestContext) => {
  await using keystone = await fakeKeystone();
  keystone.login = () => ({ status: 401 });
  const environment = {
    OS_AUTH_URL: keystone.url,
    OS_USERNAME: 'ann',
    OS_PASSWORD: 'hush',
    XDG_CACHE_HOME: givenFiles(t, {}),
  };
  const { status, complaints } = await run(traitList, [], environment);
  assert.equal(status, 1);
  assert.match(complaints, /refuses the credentials/);
  assert.doesNotMatch(complaints, /hush/);
});

function tokenFor(value: string, url: string) {
  const endpoints = [{ interface: 'public', region: 'north', url }];
  const token = { expires_at: '2100-01-01T00:00:00Z', catalog: [{ type: 'placement', endpoints }] };
  return { status: 201, headers: { 'x-subject-token': value }, body: { token } };
}
