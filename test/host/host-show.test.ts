import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from '@berth/berth/commands/testing/run-command.ts';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { RecordingTransport } from '@berth/client/recording-transport.ts';
import { childUuid } from '@berth/host/drivers/child-uuid.ts';
import { type OpenedBerth, openedBerth } from '../client/opened-berth.ts';
import { claim } from './testing/host-fixture.ts';
import { driverOf, trackerOf } from './testing/tracked-host.ts';

const uuid = '8e0b0e5f-7c8d-4a0b-9c1e-2f3a4b5c6d7e';
const consumer = 'c0000000-0000-4000-8000-000000000001';
const node = { uuid, name: 'cn1', childUuid: (name: string) => childUuid(uuid, name) };
const [gpu0, gpu1] = [node.childUuid('cn1_gpu0'), node.childUuid('cn1_gpu1')];

const directory = mkdtempSync(join(tmpdir(), 'berth-host-show-'));
after(() => rmSync(directory, { recursive: true }));

let berth: OpenedBerth;
let transport: RecordingTransport;
before(async () => {
  berth = await openedBerth();
  transport = new RecordingTransport(new DirectTransport(berth.handle, { service: 'placement' }));
  mkdirSync(join(directory, 'state'));
  writeFileSync(join(directory, 'state', 'compute_id'), uuid);
  await trackerOf(transport, node, driverOf(node, { shape: 'gpu-v1' })).tracker.update({ startup: true });
  await claim(transport, { [uuid]: { VCPU: 16, VGPU: 2 } }, consumer);
  await claim(transport, { [uuid]: { MEMORY_MB: 32_000, DISK_GB: 800 } });
});
after(() => berth[Symbol.asyncDispose]());

function show(shape: string, ...args: readonly string[]) {
  const at = ['--driver', 'fake', '--driver-options', `shape=${shape}`, '--node-name', 'cn1'];
  const where = ['--placement-url', berth.url, '--state-directory', join(directory, 'state')];
  return runCommand(['host', 'show', ...at, ...where, ...args], { OS_TOKEN: 'admin' });
}

const traits = `traits: COMPUTE_ACCELERATORS, COMPUTE_DEVICE_TAGGING, COMPUTE_IMAGE_TYPE_RAW
traits: COMPUTE_NET_ATTACH_INTERFACE, COMPUTE_NET_ATTACH_INTERFACE_WITH_TAG, COMPUTE_NODE
traits: COMPUTE_REMOTE_MANAGED_PORTS, COMPUTE_TRUSTED_CERTS, COMPUTE_VOLUME_ATTACH_WITH_TAG
traits: COMPUTE_VOLUME_EXTEND, COMPUTE_VOLUME_MULTI_ATTACH`;

describe('berth host show', () => {
  test('shows the tree, with bars of what is in use', async () => {
    assert.deepEqual(await show('gpu-v1'), {
      code: 0,
      said: `cn1  ${uuid}
  DISK_GB    ████████████████░░░░  800 of 1024
  MEMORY_MB  ███████████████████░  32000 of 32768
  VCPU       █████░░░░░░░░░░░░░░░  16 of 64  (16 × 4)
  VGPU       ███░░░░░░░░░░░░░░░░░  2 of 16
${traits.replaceAll(/^/gm, '  ')}
`,
    });
  });

  test('shows children, and usage where it would be after a start', async () => {
    assert.deepEqual(await show('gpu-v2'), {
      code: 0,
      said: `cn1  ${uuid}
│ DISK_GB    ████████████████░░░░  800 of 1024
│ MEMORY_MB  ███████████████████░  32000 of 32768
│ VCPU       █████░░░░░░░░░░░░░░░  16 of 64  (16 × 4)
${traits.replaceAll(/^/gm, '│ ')}
├─ cn1_gpu0  ${gpu0}  not in Placement yet
│    VGPU  █████░░░░░░░░░░░░░░░  2 of 8
└─ cn1_gpu1  ${gpu1}  not in Placement yet
     VGPU  ░░░░░░░░░░░░░░░░░░░░  0 of 8
`,
    });
  });

  test('--diff shows what a start would write, and who would hold what elsewhere', async () => {
    assert.deepEqual(await show('gpu-v1', '--diff'), { code: 0, said: 'cn1: Placement has all of it\n' });
    assert.deepEqual(await show('gpu-v2', '--diff', '--disabled'), {
      code: 0,
      said: `cn1: Placement has something else
    cn1 (${uuid})
  -   VGPU total 16
  +   trait COMPUTE_STATUS_DISABLED
  + cn1_gpu0 (${gpu0}) is new
  +   VGPU total 8
  + cn1_gpu1 (${gpu1}) is new
  +   VGPU total 8
  A start would move allocations (consumers: 1): driver 'fake', node 'cn1': inventory of cn1 moves: VGPU
    consumer ${consumer}
      before: cn1 VCPU:16,VGPU:2
      after:  cn1 VCPU:16; cn1_gpu0 VGPU:2
  Placement sees no reason against that.
`,
    });
  });

  test('--diff shows each member of an inventory that is other than before', async () => {
    const { said } = await show(
      'gpu-v1',
      '--diff',
      '--driver-options',
      'vcpus=24,reserved-vcpus=2,cpu-ratio=2',
    );
    assert.match(said, /\n {2}~ {3}VCPU total 16 → 24, reserved 0 → 2, most 16 → 24, ratio 4 → 2\n/);
  });

  test('says why a start would fail', async () => {
    const { code, said } = await show('gpu-v2', '--diff', '--driver-options', 'vgpus-per-gpu=1,gpus=1');
    assert.equal(code, 1);
    assert.match(said, /^berth: node cn1: .*VGPU.*All of it moves, or nothing\. Do away with the reason/);
  });

  test('--json has all of it for machines', async () => {
    const { code, said } = await show('gpu-v2', '--diff', '--json');
    const { nodes } = JSON.parse(said) as { nodes: Record<string, unknown>[] };
    const [{ providers, difference, reshape } = {}] = nodes;
    assert.equal(code, 0);
    assert.deepEqual((providers as object[])[1], {
      uuid: gpu0,
      name: 'cn1_gpu0',
      parent_provider_uuid: uuid,
      generation: null,
      inventories: {
        VGPU: { total: 8, reserved: 0, min_unit: 1, max_unit: 8, step_size: 1, allocation_ratio: 1 },
      },
      traits: [],
      aggregates: [],
      usages: { VGPU: 2 },
    });
    assert.equal((difference as object[]).length, 3);
    assert.deepEqual((reshape as { consumers: object[] }).consumers, [
      {
        uuid: consumer,
        before: { [uuid]: { VCPU: 16, VGPU: 2 } },
        after: { [uuid]: { VCPU: 16 }, [gpu0]: { VGPU: 2 } },
      },
    ]);
  });

  test('shows the tree without Placement, and compares only with it', async () => {
    const away = ['--placement-url', 'http://127.0.0.1:9', '--placement-timeout', '1s'];
    const shown = await show('flat', ...away);
    assert.equal(shown.code, 0);
    assert.match(
      shown.said,
      /^berth: Placement could not be asked: .*\ncn1 {2}8e0b[^\n]*\n {2}DISK_GB {4}1024\n/,
    );
    assert.equal((await show('flat', ...away, '--diff')).code, 1);
    const nowhere = await runCommand(['host', 'show', '--driver', 'fake', '--diff', '--node-name', 'x']);
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.said, /^berth: no way to Placement: /);
  });

  test('writes nothing, neither there nor here', async () => {
    const state = join(directory, 'not-there');
    const { code, said } = await show('numa', '--state-directory', state, '--node-name', 'cn2');
    assert.equal(code, 0);
    assert.match(said, /^cn2 {2}not in Placement yet\n/);
    assert.ok(!existsSync(state));
    const { json } = await transport.send({ method: 'GET', path: '/resource_providers?name=cn2' });
    assert.deepEqual(json, { resource_providers: [] });
  });

  test('a uuid that nobody keeps is not shown, whenever the driver asks for it, and is the same all the time', async () => {
    const file = join(directory, 'blades.json');
    const blades = [1, 2].map((slot) => ({ slot, cpus: 8, memoryMb: 1024, cards: 0, regionsPerCard: 0 }));
    writeFileSync(file, JSON.stringify({ blades }));
    const chassis = fileURLToPath(new URL('../../examples/host-driver-chassis', import.meta.url));
    const args = ['--driver', chassis, '--driver-options', `file=${file}`];
    const { said } = await show('flat', ...args, '--state-directory', join(directory, 'not-there'));
    assert.match(said, /^cn1-blade1 {2}not in Placement yet$/m);
    assert.match(said, /^cn1-blade2 {2}not in Placement yet$/m);
  });

  test('is wrong usage with settings that make no sense', async () => {
    for (const [args, problem] of [
      [['--driver', 'nobody'], /there is no driver 'nobody'; there are fake, local/],
      [['--driver-options', 'colour=red'], /there is no option 'colour'/],
      [['--provider-config', writeConfig('providers: {')], /bad\.yaml:\d+:\d+: /],
    ] as const) {
      const { code, said } = await show('flat', ...args);
      assert.equal(code, 2, said);
      assert.match(said, problem);
    }
  });
});

function writeConfig(text: string): string {
  const path = join(directory, 'config');
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'bad.yaml'), text);
  return path;
}
