import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { givenFiles } from '@berth/testing/given-files.ts';
import { ReshapeFailed, ReshapeNeeded } from '../driver.ts';
import { ProviderTree } from '../provider-tree.ts';
import { DriverError } from './checked-driver.ts';
import { loadDriver } from './load-driver.ts';

const uuid = '11111111-2222-4333-8444-555555555555';

/** A package that offers a driver `rack` whose module has this content. */
function rack(content: string, place = 'node_modules/rack-driver') {
  return {
    [`${place}/package.json`]: {
      name: 'rack-driver',
      type: 'module',
      berth: { drivers: { rack: './rack.js' } },
    },
    [`${place}/rack.js`]: content,
  };
}

const load = (name: string, directory: string, options = {}) =>
  loadDriver(name, { directory, options, stateDirectory: join(directory, 'state'), warn: assert.fail });

/** A driver whose update is this code. */
const updating = (code: string): string => `
  export default () => ({
    nodes: async () => [{ name: 'host', uuid: '${uuid}' }],
    updateProviderTree(tree, nodename, allocations) { ${code} },
    capabilityTraits: () => new Map(),
  });`;

function givenTree(): ProviderTree {
  const tree = new ProviderTree();
  tree.newRoot('host', uuid, 7);
  tree.newRoot('storage', '99999999-2222-4333-8444-555555555555', 3);
  tree.updateInventory('storage', { DISK_GB: { total: 100 } });
  return tree;
}

test('a driver that comes with Berth is there by its name, with the same uuid each time', async (context) => {
  const directory = givenFiles(context, {});
  const driver = await load('fake', directory, { name: 'host' });
  const [node] = await driver.nodes();
  assert.equal(node?.name, 'host');
  assert.deepEqual(await (await load('fake', directory, { name: 'host' })).nodes(), [node]);
  assert.equal((await (await load('local', directory)).nodes())[0]?.uuid, node.uuid);
});

test('a driver of an installed package is found here or above, and by its path', async (context) => {
  const directory = givenFiles(context, {
    ...rack(updating('')),
    'site/hosts/x': '',
    'node_modules/.cache/x': '',
  });
  for (const [name, from] of [
    ['rack', join(directory, 'site/hosts')],
    ['../node_modules/rack-driver', join(directory, 'site')],
    [join(directory, 'node_modules/rack-driver'), '/'],
  ] as const) {
    const options = { directory: from, options: {}, stateDirectory: directory, warn: assert.fail };
    const driver = await loadDriver(name, options);
    assert.deepEqual(await driver.nodes(), [{ name: 'host', uuid }]);
  }
});

for (const [what, files, name, message] of [
  ['a driver that nobody has', {}, 'rack', /^there is no driver 'rack'; there are fake, local$/],
  [
    'a package without a driver',
    { 'node_modules/a/package.json': { name: 'a' } },
    './node_modules/a',
    /^there is no driver/,
  ],
  [
    'two packages with one name',
    { ...rack(''), ...rack('', 'node_modules/@site/rack') },
    'rack',
    /^the driver 'rack' is offered more than once: .*@site\/rack.*; name its directory/,
  ],
  ['a package.json that is none', { 'node_modules/a/package.json': '{' }, 'rack', /a\/package\.json: /],
  [
    'a module that is no path',
    { 'node_modules/a/package.json': { name: 'a', berth: { drivers: { rack: 'rack.js' } } } },
    'rack',
    /the path of 'rack' does not begin with '\.\/'/,
  ],
  [
    'a module with a mistake',
    rack('export default ('),
    'rack',
    /^driver 'rack': cannot be loaded: .*rack\.js\)$/,
  ],
  ['a module that throws', rack('throw new Error("no")'), 'rack', /cannot be loaded: no/],
  [
    'a module without a driver',
    rack('export const a = 1'),
    'rack',
    /exports neither 'createDriver' nor a default/,
  ],
  [
    'a driver without methods',
    rack('export default () => ({ nodes() {} })'),
    'rack',
    /has no method updateProviderTree/,
  ],
  [
    'a driver that cannot be made',
    rack('export default () => { throw new Error("no\\nway") }'),
    'rack',
    /^driver 'rack': no\\u\{a\}way$/,
  ],
] as const) {
  test(`${what} is refused`, async (context) => {
    await assert.rejects(load(name, givenFiles(context, files)), (error) => {
      assert.ok(error instanceof DriverError);
      assert.match(error.message, message);
      return true;
    });
  });
}

test('a module outside of its package is refused', async (context) => {
  const directory = givenFiles(context, { ...rack(''), 'elsewhere.js': updating('') });
  rmSync(join(directory, 'node_modules/rack-driver/rack.js'));
  symlinkSync('../../elsewhere.js', join(directory, 'node_modules/rack-driver/rack.js'));
  await assert.rejects(load('rack', directory), /the module is not in its package/);
});

test('an option that makes no sense is refused by name', async (context) => {
  const directory = givenFiles(context, {});
  await assert.rejects(
    load('fake', directory, { vcpus: '-4' }),
    /^DriverError: driver 'fake': option 'vcpus' is a whole number/,
  );
  await assert.rejects(
    load('fake', directory, { vcpu: 4 }),
    /there is no option 'vcpu'; there are build-delay, cells, /,
  );
  await assert.rejects(
    load('local', directory, { pci: 'all' }),
    /option 'pci' has 'all', which is no filter/,
  );
});

test('what a driver throws names it, and a reshape is known by the name of the error', async (context) => {
  const load1 = async (code: string) => load('rack', givenFiles(context, rack(updating(code))));
  const error = (name: string) => `throw Object.assign(new Error('why'), { name: '${name}' })`;
  const update = async (code: string) => (await load1(code)).updateProviderTree(givenTree(), 'host');
  await assert.rejects(update(error('ReshapeNeeded')), (thrown) => thrown instanceof ReshapeNeeded);
  await assert.rejects(update(error('ReshapeFailed')), (thrown) => thrown instanceof ReshapeFailed);
  await assert.rejects(update('throw 7'), /^DriverError: driver 'rack', node 'host': threw 7$/);
  await assert.rejects(update('tree.newChild("a", "b")'), /There is no provider b in the tree/);
  await assert.rejects(
    update('tree.newChild("storage", "host")'),
    /There is a provider storage in the tree already/,
  );
});

for (const [code, ...faults] of [
  [
    "tree.updateInventory('host', { VCPU: { total: -1 }, vcpu: { total: 1 } })",
    "provider 'host' (UUID): VCPU: total is -1; the least is 1",
    "provider 'host' (UUID): 'vcpu' is no name for a resource class",
  ],
  [
    "tree.updateInventory('host', { VCPU: { total: NaN } })",
    "provider 'host' (UUID): VCPU: total is NaN, and no whole number",
  ],
  [
    "tree.updateInventory('host', { VCPU: { total: 4, reserved: 5 } })",
    "provider 'host' (UUID): VCPU: reserved is 5, more than the total of 4",
  ],
  [
    "tree.updateInventory('host', { VCPU: { total: 4, allocationRatio: 0 } })",
    "provider 'host' (UUID): VCPU: allocationRatio is 0; it is a number above 0",
  ],
  ["tree.updateTraits('host', ['Fast'])", "provider 'host' (UUID): 'Fast' is no name for a trait"],
  ["tree.updateAggregates('host', ['rack 7'])", "provider 'host' (UUID): the aggregate 'rack 7' is no uuid"],
  [
    "tree.updateTraits('host', [], 9)",
    "provider 'host' (UUID): its generation was changed, which only Placement does",
  ],
  [
    "tree.newChild('x'.repeat(201), 'host', '11111111-2222-4333-8444-000000000000')",
    `provider '${'x'.repeat(80)}…' (11111111-2222-4333-8444-000000000000): a name has 1 to 200 characters; this has 201`,
  ],
  ["tree.newChild('a', 'host', 'A')", "provider 'a' (A): its uuid is none, or is not in lower case"],
  ["tree.remove('host')", "the root 'host' (UUID) was removed"],
  [
    "tree.remove('storage')",
    "provider 'storage' (99999999-2222-4333-8444-555555555555): was removed, and is not the driver's",
  ],
  [
    "tree.updateInventory('storage', {})",
    "provider 'storage' (99999999-2222-4333-8444-555555555555): was changed, and is not the driver's",
  ],
  [
    "tree.newRoot('other', '11111111-2222-4333-8444-000000000000')",
    "provider 'other' (11111111-2222-4333-8444-000000000000): is in no tree of the node",
  ],
] as const) {
  test(`nonsense is refused with its place: ${code.slice(0, 70)}`, async (context) => {
    const driver = await load('rack', givenFiles(context, rack(updating(code))));
    await assert.rejects(async () => driver.updateProviderTree(givenTree(), 'host'), {
      name: 'DriverError',
      message: faults.map((fault) => `driver 'rack', node 'host': ${fault.replace('UUID', uuid)}`).join('\n'),
    });
  });
}

for (const [code, fault] of [
  ["allocations.delete('guest')", 'consumer guest: was left out'],
  ["allocations.set('other', structuredClone(allocations.get('guest')))", 'consumer other: was added'],
  ["allocations.get('guest').projectId = 'q'", 'consumer guest: its project, user or generation was changed'],
  ["allocations.get('guest').allocations = {}", 'consumer guest: holds nothing any more'],
  [
    `allocations.get('guest').allocations['${uuid}'].resources.VCPU = -1`,
    `consumer guest: holds -1 VCPU of ${uuid}`,
  ],
  [
    `allocations.get('guest').allocations['${uuid}'].resources.PCPU = 1`,
    `consumer guest: holds PCPU of ${uuid}, which has none`,
  ],
  [
    "allocations.get('guest').allocations['99999999-2222-4333-8444-555555555555'].resources.DISK_GB = 6",
    "consumer guest: what it holds of 99999999-2222-4333-8444-555555555555 was changed, and that is not the driver's",
  ],
] as const) {
  test(`allocations that a driver has no right to are refused: ${code}`, async (context) => {
    const driver = await load('rack', givenFiles(context, rack(updating(code))));
    const tree = givenTree();
    tree.updateInventory('host', { VCPU: { total: 4 } });
    const allocations = {
      [uuid]: { resources: { VCPU: 1 } },
      '99999999-2222-4333-8444-555555555555': { resources: { DISK_GB: 5 } },
    };
    const record = { allocations, projectId: 'p', userId: 'u', consumerGeneration: 1 };
    await assert.rejects(
      async () => driver.updateProviderTree(tree, 'host', new Map([['guest', record]])),
      (error) => error instanceof DriverError && error.message.includes(fault),
    );
  });
}

for (const [nodes, fault] of [
  ['[]', 'there is no list of at least one node'],
  ["[{ name: 'a', uuid: 'a' }]", 'node 0 has no uuid, or one that is not in lower case'],
  [`[{ name: '', uuid: '${uuid}' }]`, 'node 0: a name has 1 to 200 characters; this has 0'],
  [
    `[{ name: 'a', uuid: '${uuid}' }, { name: 'b', uuid: '${uuid}' }]`,
    'node 1 has the name or uuid of another one',
  ],
] as const) {
  test(`nodes that are none are refused: ${nodes}`, async (context) => {
    const content = `export const createDriver = () => ({ nodes: () => (${nodes}), updateProviderTree() {}, capabilityTraits: () => new Map([['a b', true]]) })`;
    const driver = await load('rack', givenFiles(context, rack(content)));
    await assert.rejects(driver.nodes(), { message: `driver 'rack', nodes: ${fault}` });
    assert.throws(() => driver.capabilityTraits(), /'a b' is no name for a trait/);
  });
}

test('capabilities that are no map from traits to true or false are refused by the name of the driver', async (context) => {
  for (const [code, message] of [
    [
      '({ COMPUTE_A: true })',
      "driver 'rack', capabilityTraits: there is no map from traits to whether they are true",
    ],
    ["new Map([['COMPUTE_A', 1]])", "driver 'rack', capabilityTraits: COMPUTE_A is true or false, and not 1"],
    ["(() => { throw new Error('why') })()", "driver 'rack', capabilityTraits: why"],
  ] as const) {
    const content = `export const createDriver = () => ({ nodes() {}, updateProviderTree() {}, capabilityTraits: () => ${code} })`;
    const driver = await load('rack', givenFiles(context, rack(content)));
    assert.throws(() => driver.capabilityTraits(), { name: 'DriverError', message });
  }
});
