import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPythonModules } from '@berth/api-kit/auth/testing/debian-python.ts';
import { expectedNames } from './expected-failures.ts';
import { judge } from './judge.ts';
import { modulesOf } from './modules-of.ts';
import { runSuites } from './run-suites.ts';
import { suites } from './suites.ts';

/** Those that take little time; `run.ts` runs all. */
const quick: Readonly<Record<string, readonly string[]>> = {
  novaclient: ['v2.legacy.test_hypervisors', 'v2.test_hypervisors', 'v2.legacy.test_instances'],
  openstackclient: ['common.test_versions', 'identity.v3.test_token'],
  openstack: [
    'cloud.test_aggregate',
    'cloud.test_compute',
    'cloud.test_keypairs',
    'cloud.test_limits',
    'cloud.test_range_search',
    'compute.v2.test_extension',
    'compute.v2.test_flavor',
    'identity.v3.test_application_credential',
    'image.v2.test_image',
    'placement.v1.test_resource_provider',
  ],
  osc_placement: ['test_resource_class', 'test_trait'],
};

test("parts of Debian's functional suites of clients, as they are", { timeout: 900_000 }, async (t) => {
  if (!hasPythonModules(t, 'novaclient', 'openstackclient', 'osc_placement', 'tempest.lib', 'oslotest'))
    return;
  const results = await runSuites(suites, {
    isChosen: (module, suite) => quick[suite.package]?.includes(module) === true,
  });
  const { summary, surprises } = judge(results);
  for (const line of summary) t.diagnostic(line);
  assert.deepEqual(surprises, []);
  for (const { suite, outcomes } of results) assert.notEqual(outcomes.length, 0, suite.package);
});

test('whatever is left out, or expected to fail, is there', (t) => {
  if (!hasPythonModules(t, 'novaclient', 'openstackclient', 'openstack', 'osc_placement')) return;
  for (const suite of suites) {
    const modules = modulesOf(suite);
    const names = [...Object.keys(suite.leftOut), ...expectedNames(suite.package)];
    for (const name of names)
      assert.ok(
        modules.some((module) => module.startsWith(name) || name.startsWith(`${module}.`)),
        `${suite.package} ${name}`,
      );
  }
});
