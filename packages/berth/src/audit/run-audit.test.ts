import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { getAllocations } from '@berth/client/placement/allocations.ts';
import { dispatch } from '../commands/dispatch.ts';
import { AuditedWorld, makeHost, nowhere } from './testing/audited-world.ts';
import { overHttp } from './testing/over-http.ts';

interface Ran {
  readonly code: number;
  readonly printed: string;
  readonly complaints: string;
  /** What was asked of whoever sits before it. */
  readonly asked: readonly string[];
}

/** The command in a world. `answer`: what is said when it asks; null: nobody can be asked. */
async function audit(
  { nova, placement }: AuditedWorld,
  args: readonly string[],
  answer: boolean | null = null,
): Promise<Ran> {
  await using compute = await overHttp(nova, '/v2.1');
  await using ours = await overHttp(placement);
  const where = ['--compute-url', `${compute.url}/v2.1/`, '--placement-url', ours.url, '--settle', '1ms'];
  let [printed, complaints] = ['', ''];
  const asked: string[] = [];
  const confirm = async (question: string) => {
    asked.push(question);
    return answer === true;
  };
  const code = await dispatch(
    {
      args: ['audit', ...where, ...args],
      environment: { OS_TOKEN: 'admin' },
      readText: () => '',
      print: (text) => void (printed += `${text}\n`),
      complain: (text) => void (complaints += `${text}\n`),
      openCloud: () => assert.fail('nothing is served'),
      stopSignal: () => new Promise(() => {}),
      logTarget: nowhere,
      ...(answer === null ? {} : { confirm }),
    },
    '1.2.3',
  );
  return { code, printed, complaints, asked };
}

async function leak(world: AuditedWorld): Promise<string> {
  const consumer = randomUUID();
  await world.hold(consumer, { [world.hosts[0]]: { VCPU: 1 } });
  return consumer;
}

test(
  'it ends with 0 where nothing is wrong, and with 3 where something is, which it leaves as it is',
  AuditedWorld.for(async (world) => {
    await world.goodServer();
    const clean = await audit(world, []);
    assert.deepEqual([clean.code, clean.complaints], [0, '']);
    assert.equal(clean.printed, '2 hosts, 1 server and 1 consumer were looked at. Nothing is wrong.\n');
    const consumer = await leak(world);
    const { code, printed, complaints } = await audit(world, []);
    assert.equal(code, 3);
    assert.ok(printed.includes(`  consumer ${consumer}\n    holds:     host1 VCPU:1\n`), printed);
    assert.equal(complaints, 'berth audit --fix repairs 1 consumer.\n');
    assert.notEqual(await getAllocations(world.placement, consumer), null);
  }),
);

test(
  'it repairs after somebody has said yes, and not after a no, nor where nobody can be asked',
  AuditedWorld.for(async (world) => {
    const consumer = await leak(world);
    const isThere = async () => (await getAllocations(world.placement, consumer)) !== null;
    const unasked = await audit(world, ['--fix']);
    assert.deepEqual([unasked.code, await isThere()], [3, true]);
    assert.match(unasked.complaints, /^berth: nobody can be asked here, so nothing was repaired; --yes/);

    const refused = await audit(world, ['--fix'], false);
    assert.deepEqual([refused.code, refused.asked, await isThere()], [3, ['Repair 1 consumer?'], true]);

    const agreed = await audit(world, ['--fix'], true);
    assert.deepEqual([agreed.code, await isThere()], [4, false]);
    assert.ok(agreed.printed.includes(`consumer ${consumer}: repaired\n`), agreed.printed);
    assert.deepEqual((await audit(world, ['--fix'], true)).asked, []);
  }),
);

test(
  'with --yes nobody is asked; what is only told leaves it at 3, and what fails makes it 1',
  AuditedWorld.for(async (world) => {
    await leak(world);
    const { code, asked } = await audit(world, ['--fix', '--yes'], false);
    assert.deepEqual([code, asked], [4, []]);

    await makeHost(world.placement, 'gone');
    await leak(world);
    assert.equal((await audit(world, ['--fix', '--yes'])).code, 3);

    world.nova.add({ id: randomUUID(), host: 'host1', flavor: { vcpus: 1_000_000 } });
    const failed = await audit(world, ['--fix', '--yes']);
    assert.equal(failed.code, 1);
    assert.match(failed.printed, /^server \S+ \(.*\): could not be repaired: .*VCPU/m);
  }),
);

test(
  'with --json the result is all that is on standard output',
  AuditedWorld.for(async (world) => {
    const consumer = await leak(world);
    const { code, printed, complaints } = await audit(world, ['--json', '--fix', '--yes']);
    assert.equal(code, 4);
    const { summary, findings } = JSON.parse(printed) as {
      summary: unknown;
      findings: { outcome: unknown }[];
    };
    assert.deepEqual(summary, { hosts: 2, servers: 0, consumers: 1, busy: 0, found: 1 });
    assert.deepEqual(findings[0]?.outcome, { kind: 'repaired' });
    assert.equal(complaints, `consumer ${consumer}: repaired\n`);
  }),
);

test(
  'whose the allocations of servers are is looked at where that is asked for',
  AuditedWorld.for(async (world) => {
    const id = await world.goodServer();
    const held = await getAllocations(world.placement, id);
    const { [world.hosts[0]]: { resources } = { resources: {} } } = held?.allocations ?? {};
    await world.hold(id, { [world.hosts[0]]: resources }, { projectId: 'another', userId: 'another' });
    assert.equal((await audit(world, [])).code, 0);
    assert.equal((await audit(world, ['--owners'])).code, 3);
    assert.equal((await audit(world, ['--owners', '--fix', '--yes'])).code, 4);
    assert.equal((await getAllocations(world.placement, id))?.projectId, held?.projectId);
  }),
);
