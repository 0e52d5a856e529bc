import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { cloud } from '@berth/berth/cloud/cloud.ts';
import { startService } from '@berth/berth/testing/start-service.ts';

const reason = whyNot();
if (reason !== null) process.stderr.write(`\nSKIPPED: discovery by the real keystoneauth: ${reason}\n`);

/** Under CI it must be there. */
function whyNot(): string | null {
  const { status, stderr } = spawnSync('/usr/bin/python3', ['-c', 'import keystoneauth1'], {
    encoding: 'utf8',
  });
  if (status === 0) return null;
  const why = `Debian's Python does not have it: ${stderr.trim().split('\n').at(-1)}`;
  if (process.env['CI'] === 'true') throw new Error(why);
  return why;
}

/** What clients make of an address in a catalog: where they then send requests, and up to which version. */
const program = `
import json, sys
from keystoneauth1 import discover, session, token_endpoint
project, headers, *urls = json.loads(sys.argv[1])
for url in urls:
    caller = session.Session(auth=token_endpoint.Token(url, 'admin'), additional_headers=headers)
    data = discover.EndpointData(catalog_url=url, service_type='compute')
    for wanted in ({}, {'min_version': (2, 1), 'max_version': (2, discover.LATEST)}):
        found = data.get_versioned_data(caller, project_id=project, discover_versions=True, **wanted)
        print(json.dumps([found.url.rstrip('/'), found.api_version, found.min_microversion, found.max_microversion]))
`;

const project = 'a'.repeat(32);

for (const [what, prefix, options, headers] of [
  ['at its own address', '', [], {}],
  ['below a path', '/cloud', ['--path-prefix', '/cloud'], {}],
  [
    'behind a proxy that says where it is',
    '',
    ['--trust-forwarded-headers'],
    { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'api.example', 'X-Forwarded-Prefix': '/cloud' },
  ],
] as const) {
  test(`the real keystoneauth finds compute ${what}, by every address that a catalog may have`, {
    skip: reason ?? false,
  }, async (t) => {
    const { url } = await startService(t, cloud, ['--ledger', ':memory:', ...options]);
    const base = `${url}${prefix}/compute`;
    const plain = [base, `${base}/`, `${base}/v2.1`, `${base}/v2.1/`];
    const withProject = [`${base}/v2.1/${project}`, `${base}/v2.1/${project}/`];
    const asked = JSON.stringify([project, headers, ...plain, ...withProject]);
    const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', program, asked]);
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    const at = (address: string) => [address, [2, 1], [2, 1], [2, 96]];
    assert.deepEqual(found, [
      ...plain.flatMap(() => [at(`${base}/v2.1`), at(`${base}/v2.1`)]),
      ...withProject.flatMap(() => [at(`${base}/v2.1/${project}`), at(`${base}/v2.1/${project}`)]),
    ]);
  });
}

test('links lead back through a proxy that says where it is, and to no other that anybody names', async (t) => {
  const headers = {
    'x-auth-token': 'admin',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'api.example',
    'x-forwarded-prefix': '/cloud',
  };
  const hrefAt = async (url: string) => {
    const answer = await fetch(`${url}/compute/`, { headers });
    const { versions } = (await answer.json()) as { versions: { links: { href: string }[] }[] };
    return versions[0]?.links[0]?.href;
  };
  const trusting = await startService(t, cloud, ['--ledger', ':memory:', '--trust-forwarded-headers']);
  assert.equal(await hrefAt(trusting.url), 'https://api.example/cloud/compute/v2.1/');
  const other = await startService(t, cloud, ['--ledger', ':memory:']);
  assert.equal(await hrefAt(other.url), `${other.url}/compute/v2.1/`);
});
