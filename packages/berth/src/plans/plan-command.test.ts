import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { FleetCloud } from '@berth/compute-engine/testing/fleet-cloud.ts';
import { consumerId } from '@berth/engine/testing/names.ts';
import type { CommandContext } from '../commands/command.ts';
import { runCommand } from '../commands/testing/run-command.ts';
import { ConfigError } from '../config/config-error.ts';
import { changeableCloud } from '../testing/changeable-cloud.ts';
import { fleetChanges } from '../testing/fleet-changes.ts';
import { planCommandVia } from './plan-command.ts';

/** Two servers on cn1, of which one is suspended; cn2 and cn3 are empty. */
async function fleet(t: TestContext) {
  const cloud = await changeableCloud({ now: () => 1_700_000_000_000 });
  t.after(() => cloud.close());
  const lines = ['cn1', 'cn2', 'cn3'].map((host) => `${host} VCPU:8 MEMORY_MB:4096 DISK_GB:100`);
  const there = new FleetCloud(lines.join('\n'))
    .withServer('a', { host: 'cn1' })
    .withServer('b', { host: 'cn1', vmState: 'suspended' });
  await cloud.put(...fleetChanges(there));
  const berth = async (...args: readonly string[]) => {
    const printed: string[] = [];
    const context: CommandContext = {
      args,
      environment: {},
      readText: () => '',
      print: (text) => void printed.push(text),
      complain: (text) => void printed.push(text),
      openCloud: () => assert.fail('nothing is served'),
      stopSignal: () => new Promise(() => {}),
    };
    const code = await planCommandVia(() => cloud.transport('root:admin:admin'), context);
    return { code, printed };
  };
  return { cloud, berth };
}

test('drain prints the plan, and says by its status that a server has to stay', async (t) => {
  const { berth, cloud } = await fleet(t);
  const { code, printed } = await berth('drain', 'cn1', '--at-once', '2');
  const [plan] = cloud.world.compute.plans.values();
  assert.equal(code, 1);
  assert.deepEqual(printed, [
    `Plan ${plan?.id}: empty cn1`,
    'ready',
    '1 move, at least 1 would be needed.',
    '',
    `    0  live  ${consumerId('a')}  cn1 → cn2  waiting`,
    '',
    '1 server has to stay. It is suspended, in which it cannot be moved in a way that is allowed.',
    `  ${consumerId('b')} on cn1`,
  ]);
  assert.equal(plan?.options.atOnceMax, 2);
});

test('plans are listed, shown and deleted', async (t) => {
  const { berth, cloud } = await fleet(t);
  const made = await berth('spread', '--tolerance', '0.01', '--json');
  assert.equal(made.code, 0);
  const { id } = JSON.parse(made.printed.join('')) as { id: string };
  assert.deepEqual((await berth('list')).printed, [
    `${id}  2023-11-14T22:13:20Z  ready    0/1  spread, to 1.0 % above the mean`,
  ]);
  const { printed } = await berth('show', id);
  assert.equal(printed[3], 'The fullest host is 25.0 % full, and would be 12.5 %.');
  assert.equal((await berth('delete', id)).code, 0);
  assert.equal(cloud.world.compute.plans.size, 0);
});

test('a plan is started and paused, and whoever follows it is told when it stops', async (t) => {
  const { berth, cloud } = await fleet(t);
  await berth('drain', 'cn1');
  const [plan] = cloud.world.compute.plans.values();
  assert.ok(plan);
  const following = berth('start', plan.id, '--progress');
  while (cloud.world.compute.plans.get(plan.id)?.state !== 'running') await turn();
  assert.deepEqual(await berth('pause', plan.id), { code: 0, printed: ['0 of 1 done: paused'] });
  assert.deepEqual(await following, { code: 1, printed: ['0 of 1 done: running', '0 of 1 done: paused'] });
  assert.deepEqual(await berth('resume', plan.id), { code: 0, printed: ['0 of 1 done: running'] });
});

test('steps that do not fit into one answer are all there', async (t) => {
  const { cloud, berth } = await fleet(t);
  const lines = ['big1', 'big2'].map((host) => `${host} VCPU:4000 MEMORY_MB:4096000 DISK_GB:100000`);
  const many = new FleetCloud(lines.join('\n'));
  for (let index = 0; index < 1_100; index++)
    many.withServer(`many${index}`, { host: 'big1', number: 100 + index });
  await cloud.put(...fleetChanges(many));
  const { printed } = await berth('drain', 'big1', '--json');
  const plan = JSON.parse(printed.join('')) as { state: string; steps: { number: number }[] };
  assert.deepEqual([plan.state, plan.steps.length, plan.steps.at(-1)?.number], ['ready', 1_100, 1_099]);
});

test('what was called wrongly is told, and the service is not asked', async (t) => {
  const { berth } = await fleet(t);
  for (const args of [[], ['drian', 'cn1'], ['drain'], ['show'], ['show', 'a', 'b'], ['spread', 'cn1']])
    await assert.rejects(berth(...args), ConfigError, args.join(' '));
  await assert.rejects(berth('spread', '--tolerance', 'much'), ConfigError);
  const { code, said } = await runCommand(['plan', 'drian']);
  assert.equal(code, 2);
  assert.match(said, /there is no berth plan 'drian'/);
});

test('what the service says no to is told', async (t) => {
  const { berth } = await fleet(t);
  await assert.rejects(berth('drain', 'cn9'), /There is no compute host cn9/);
  await assert.rejects(berth('show', 'nothing'), /Plan nothing could not be found/);
});
