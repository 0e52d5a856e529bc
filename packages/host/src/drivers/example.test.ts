import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import { givenFiles } from '@berth/testing/given-files.ts';
import { runCommand } from '@berth/testing/run-command.ts';
import { ReshapeNeeded } from '../driver.ts';
import { ProviderTree } from '../provider-tree.ts';
import { loadDriver } from './load-driver.ts';

const repository = join(import.meta.dirname, '../../../..');
const example = join(repository, 'examples/host-driver-chassis');

/** A project beside which the example is installed as anybody would: packed, and unpacked by npm. */
function installExample(context: TestContext): string {
  const project = givenFiles(context, { 'package.json': { name: 'site', version: '1.0.0', private: true } });
  runCommand('npm', ['pack', '--offline', '--silent', '--pack-destination', project, example], project);
  runCommand(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', './host-driver-chassis-1.0.0.tgz'],
    project,
  );
  const installed = readdirSync(join(project, 'node_modules/host-driver-chassis')).sort();
  assert.deepEqual(installed, ['README.md', 'chassis.js', 'package.json']);
  return project;
}

test('the example is found, loaded and asked when it is installed as a package', async (context) => {
  const project = installExample(context);
  const file = join(project, 'blades.json');
  const blade = { slot: 3, cpus: 32, memoryMb: 131_072, cards: 2, regionsPerCard: 4 };
  writeFileSync(file, JSON.stringify({ blades: [blade] }));
  const stateDirectory = join(project, 'state');
  const load = () =>
    loadDriver('chassis', { directory: project, options: { file }, stateDirectory, warn: assert.fail });

  const driver = await load();
  const [node] = await driver.nodes();
  assert.equal(node?.name, 'chassis-blade3');
  assert.deepEqual(await (await load()).nodes(), [node]);

  // As its version 0 left it: the regions of all cards on the root, and somebody has three of them.
  const tree = new ProviderTree();
  tree.newRoot(node.name, node.uuid);
  tree.updateInventory(node.uuid, { VCPU: { total: 32 }, MEMORY_MB: { total: 131_072 }, FPGA: { total: 8 } });
  const record = { projectId: 'p', userId: 'u', consumerGeneration: 1 };
  const resources = { VCPU: 4, FPGA: 3 };
  const allocations: AllocationsByConsumer = new Map([
    ['guest', { ...record, allocations: { [node.uuid]: { resources } } }],
  ]);
  await assert.rejects(async () => driver.updateProviderTree(tree, node.name), ReshapeNeeded);
  await driver.updateProviderTree(tree, node.name, allocations);
  assert.deepEqual(
    tree.getProviderUuids().map((uuid) => [tree.data(uuid).name, Object.keys(tree.data(uuid).inventory)]),
    [
      ['chassis-blade3', ['VCPU', 'MEMORY_MB']],
      ['chassis-blade3_card0', ['FPGA']],
      ['chassis-blade3_card1', ['FPGA']],
    ],
  );
  assert.deepEqual(allocations.get('guest')?.allocations, {
    [node.uuid]: { resources: { VCPU: 4 } },
    [tree.data('chassis-blade3_card0').uuid]: { resources: { FPGA: 3 } },
  });
});

test('the driver in the document works as it stands there, and knows what its class was called before', async (context) => {
  const page = readFileSync(join(repository, 'docs/hosts.md'), 'utf8');
  const block = (language: string) =>
    new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(page)?.[1] ?? '';
  const project = givenFiles(context, {});
  const place = join(project, 'node_modules/host-driver-chassis');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), block('json'));
  writeFileSync(join(place, 'chassis.js'), block('js'));
  const settings = { directory: project, options: {}, stateDirectory: project, warn: assert.fail };
  const driver = await loadDriver('chassis', settings);
  const [node] = await driver.nodes();
  assert.ok(node !== undefined);
  const tree = new ProviderTree();
  tree.newRoot(node.name, node.uuid);
  tree.updateInventory(node.uuid, { VCPU: { total: 32 }, CUSTOM_FPGA: { total: 4 } });
  const allocations: AllocationsByConsumer = new Map([
    [
      'guest',
      {
        allocations: { [node.uuid]: { resources: { CUSTOM_FPGA: 2 } } },
        projectId: 'p',
        userId: 'u',
        consumerGeneration: 1,
      },
    ],
  ]);
  await assert.rejects(async () => driver.updateProviderTree(tree, node.name), ReshapeNeeded);
  await driver.updateProviderTree(tree, node.name, allocations);
  assert.deepEqual(allocations.get('guest')?.allocations, {
    [tree.data('chassis_card0').uuid]: { resources: { FPGA: 2 } },
  });
});

test('the example is what its comment says: a driver', () => {
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--allowJs',
    '--checkJs',
    '--module',
    'nodenext',
    '--target',
    'esnext',
  ];
  const more = [
    '--allowImportingTsExtensions',
    '--erasableSyntaxOnly',
    '--types',
    'node',
    join(example, 'chassis.js'),
  ];
  runCommand(join(repository, 'node_modules/.bin/tsc'), [...options, ...more], repository);
});
