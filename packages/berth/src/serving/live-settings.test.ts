import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobody } from '@berth/api-kit/caller.ts';
import type { RuleDefault } from '@berth/api-kit/policy/rule-default.ts';
import { loadConfig } from '../config/load-config.ts';
import { LiveSettings } from './live-settings.ts';
import type { ServiceRules } from './service-policies.ts';

/** Both services have a rule of this name, and mean different things by it. */
const rules: ServiceRules = {
  placement: [rule('admin_api', 'role:admin'), guard('list', 'rule:admin_api')],
  compute: [rule('admin_api', 'role:operator'), guard('list', 'rule:admin_api')],
  identity: [],
  image: [],
};
const admin = { ...nobody, roles: ['admin'] };
const operator = { ...nobody, roles: ['operator'] };
const reader = { ...nobody, roles: ['reader'] };

function rule(name: string, check: string): RuleDefault {
  return { name, check, description: name, scopes: [], operations: [] };
}

function guard(name: string, check: string): RuleDefault {
  return { ...rule(name, check), operations: [{ method: 'GET', path: '/things' }] };
}

function configOf(...args: string[]) {
  return loadConfig({ args, environment: {}, readText: () => '' }).config;
}

const both = configOf('--policy-file', 'placement.yaml', '--compute-policy-file', 'compute.yaml');

function reading(files: Readonly<Record<string, string>>): (path: string) => string {
  return (path) => files[path] ?? assert.fail(`${path} is not to be read`);
}

test('rules of one name in two services are two rules, whoever replaces one of them', () => {
  const live = new LiveSettings(configOf(), rules, reading({}));
  const { placement, compute } = live.policies;
  assert.ok(placement.allows('list', admin) && !placement.allows('list', operator));
  assert.ok(compute.allows('list', operator) && !compute.allows('list', admin));

  const another = new LiveSettings(
    configOf('--compute-policy-file', 'compute.yaml'),
    rules,
    reading({ 'compute.yaml': '"admin_api": "role:reader"' }),
  );
  assert.ok(another.policies.compute.allows('list', reader));
  assert.ok(another.policies.placement.allows('list', admin));
  assert.ok(!another.policies.placement.allows('list', reader));
});

test('each file replaces the rules of its own service, and is put in force anew for those who have asked before', () => {
  const files = (role: string, ofCompute: string) =>
    reading({
      'placement.yaml': `"list": "role:${role}"`,
      'compute.yaml': `"list": "role:${ofCompute}"`,
    });
  const live = new LiveSettings(both, rules, files('reader', 'admin'));
  const { placement, compute } = live.policies;
  assert.ok(placement.allows('list', reader) && compute.allows('list', admin));

  live.replace(both, files('reader', 'operator'));
  assert.ok(placement.allows('list', reader));
  assert.ok(compute.allows('list', operator) && !compute.allows('list', admin));

  live.replace(both, files('admin', 'operator'));
  assert.ok(placement.allows('list', admin) && !placement.allows('list', reader));
  assert.ok(compute.allows('list', operator));

  live.replace(configOf('--no-access-log'), reading({}));
  assert.ok(placement.allows('list', admin) && compute.allows('list', operator));
  assert.equal(live.hasAccessLog, false);
});

test('where one of the files is wrong, everything stays as it was', () => {
  const right = { 'placement.yaml': '"list": "role:reader"', 'compute.yaml': '"list": "role:reader"' };
  const live = new LiveSettings(both, rules, reading(right));
  for (const file of Object.keys(right)) {
    const files = reading({ 'placement.yaml': '{}', 'compute.yaml': '{}', [file]: '"list": "(("' });
    assert.throws(() => live.warningsOf(both, files), new RegExp(file));
    assert.throws(() => live.replace({ ...both, hasAccessLog: false }, files), new RegExp(file));
    assert.ok(live.policies.placement.allows('list', reader));
    assert.ok(live.policies.compute.allows('list', reader));
    assert.equal(live.hasAccessLog, true);
  }
});

test('what has no effect in a file is told with its name', () => {
  const files = reading({ 'placement.yaml': '"unknown": "@"', 'compute.yaml': '"list": "role:x"' });
  const live = new LiveSettings(both, rules, files);
  assert.deepEqual(
    live.policyWarnings.map(({ file, warning }) => [file, /unknown/.test(warning)]),
    [['placement.yaml', true]],
  );
  const other = reading({ 'placement.yaml': '{}', 'compute.yaml': '"unheard-of": "@"' });
  assert.deepEqual(
    live.warningsOf(both, other).map(({ file }) => file),
    ['compute.yaml'],
  );
});

test('how hosts are chosen is another from the next request on', () => {
  const live = new LiveSettings(configOf(), rules, reading({}));
  assert.equal(live.scheduler.ramMultiplier, 1);
  live.replace(configOf('--ram-weight-multiplier', '-1'), reading({}));
  assert.equal(live.scheduler.ramMultiplier, -1);
});
