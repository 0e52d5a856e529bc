import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import type { Caller } from '@berth/api-kit/caller.ts';
import { createPolicy, type PolicySettings } from '@berth/api-kit/policy/enforcer.ts';
import { parsePolicyFile } from '@berth/api-kit/policy/policy-file.ts';
import { placementRules } from './rules.ts';

const guards = placementRules.filter((rule) => rule.operations.length > 0).map((rule) => rule.name);
const project = 'p1';

const callers = {
  admin: caller(['admin']),
  'project admin': caller(['admin', 'member', 'reader']),
  'admin elsewhere': caller(['admin', 'member', 'reader'], 'p2'),
  service: caller(['service']),
  member: caller(['member', 'reader']),
  reader: caller(['reader']),
  'reader elsewhere': caller(['reader'], 'p2'),
  nobody: caller([]),
  'system admin': {
    ...caller(['admin', 'member', 'reader', 'service']),
    projectId: null,
    systemScope: 'all',
  },
  'system reader': { ...caller(['reader']), projectId: null, systemScope: 'all' },
};

/** Per caller, what it may do beyond nothing: the rules left out are those it is refused. */
const legacy: Table = {
  admin: guards,
  'project admin': guards,
  'admin elsewhere': guards,
  service: guards.filter((name) => !name.startsWith('berth:')),
  member: ['placement:usages'],
  reader: ['placement:usages'],
  'reader elsewhere': [],
  nobody: [],
  'system admin': [],
  'system reader': [],
};

const allButReshape = guards.filter((name) => name !== 'placement:reshaper:reshape');

const secure: Table = {
  ...legacy,
  admin: allButReshape,
  'project admin': allButReshape,
  'admin elsewhere': allButReshape,
};

const open: Table = {
  ...Object.fromEntries(Object.keys(callers).map((name) => [name, guards])),
  'system admin': [],
  'system reader': [],
};

test('legacy: administrators do everything, services all that Placement has, readers see the usages of their project', () => {
  assert.deepEqual(whoMayDoWhat({ enforceNewDefaults: false }), legacy);
});

test('secure: as legacy, but only services reshape', () => {
  assert.deepEqual(whoMayDoWhat({ enforceNewDefaults: true }), secure);
});

test('open: everybody does everything, except with a system-scoped token', () => {
  const text = placementRules
    .filter((rule) => rule.name !== 'admin_api')
    .map((rule) => `"${rule.name}": "@"\n`)
    .join('');
  assert.deepEqual(
    whoMayDoWhat({ enforceNewDefaults: false, overrides: parsePolicyFile(text, 'policy.yaml') }),
    open,
  );
});

test('without scopes enforced, a system administrator is an administrator', () => {
  const table = whoMayDoWhat({ enforceNewDefaults: false, enforceScope: false });
  assert.deepEqual(table['system admin'], guards);
  assert.deepEqual(table['system reader'], []);
});

test('the defaults need no operator to look at them', () => {
  for (const enforceNewDefaults of [true, false]) {
    assert.deepEqual(createPolicy({ ...standard, enforceNewDefaults }).describe().warnings, []);
  }
});

test('every operation has one rule', () => {
  const operations = placementRules.flatMap((rule) =>
    rule.operations.map(({ method, path }) => `${method} ${path}`),
  );
  assert.equal(new Set(operations).size, operations.length);
  for (const operation of operations) assert.match(operation, /^(GET|PUT|POST|DELETE) \/[a-z_{}/1]+$/);
  assert.equal(new Set(placementRules.map((rule) => rule.name)).size, placementRules.length);
});

test('a file that redefines base rules of this and of earlier releases is read as meant', () => {
  const overrides = parsePolicyFile(
    `cloud_admin: role:cloud_admin
cloud_viewer: rule:cloud_admin or role:cloud_viewer
placement:resource_providers:list: rule:cloud_viewer
admin_or_service_api: rule:cloud_admin
service_api: rule:cloud_admin
system_admin_api: (role:admin and system_scope:all) or rule:cloud_admin
placement:traits:list: rule:system_reader_api
`,
    'policy.yaml',
  );
  const policy = createPolicy({ ...standard, enforceNewDefaults: false, overrides });
  const may = (role: string) =>
    guards.filter((name) => policy.allows(name, caller([role]), { project_id: project }));

  assert.deepEqual(may('cloud_viewer'), ['placement:resource_providers:list']);
  assert(may('cloud_admin').includes('placement:reshaper:reshape'));
  assert.deepEqual(may('admin'), ['placement:usages', 'placement:traits:list', 'berth:explain:providers']);
  assert.deepEqual(policy.describe().warnings, [
    'policy.yaml:6: system_admin_api has no effect, since no rule in use refers to it',
  ]);
});

test('Placement has the same rules for the same operations', (t) => {
  const program = `
import json
from placement import policies
print(json.dumps({rule.name: ['%(method)s %(path)s' % operation
                              for operation in getattr(rule, 'operations', [])]
                  for rule in policies.list_rules()}))`;
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', program], { encoding: 'utf8' });
  if (status !== 0) {
    assert.notEqual(process.env['CI'], 'true', `python3-placement is missing: ${stderr}`);
    t.skip(`python3-placement is not installed: ${stderr.trim()}`);
    return;
  }
  const theirs = JSON.parse(stdout) as Record<string, readonly string[]>;
  const ours = Object.fromEntries(
    placementRules
      .filter((rule) => rule.name in theirs)
      .map((rule) => [rule.name, rule.operations.map(({ method, path }) => `${method} ${path}`)]),
  );
  assert.deepEqual(ours, theirs);
  assert.deepEqual(
    placementRules.map((rule) => rule.name).filter((name) => !(name in theirs)),
    [
      'service_api',
      'admin_or_service_api',
      'admin_or_project_reader_or_service_api',
      'placement',
      'berth:explain:providers',
    ],
    'what later and earlier releases have besides, and our own',
  );
});

type Table = Readonly<Record<string, readonly string[]>>;

const standard = { defaults: placementRules, enforceScope: true };

function whoMayDoWhat(settings: Partial<PolicySettings> & Pick<PolicySettings, 'enforceNewDefaults'>): Table {
  const policy = createPolicy({ ...standard, ...settings });
  return Object.fromEntries(
    Object.entries(callers).map(([name, who]) => [
      name,
      guards.filter((rule) => policy.allows(rule, who, { project_id: project })),
    ]),
  );
}

function caller(roles: readonly string[], projectId = project): Caller {
  return { userId: 'u1', projectId, domainId: null, roles, systemScope: null, isServiceToken: false };
}
