import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hasPostgres, postgresPlace } from '@berth/ledger/testing/postgres-place.ts';
import { draw } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { startBerth } from '../malformed/berth-process.ts';
import { berthCommandEnd, migrateCommand } from './offline/berth-command.ts';
import { compareWays } from './offline/compare-ways.ts';
import { type FleetPlace, fleetPlace } from './offline/fleet-place.ts';
import { makeGpuFleet } from './offline/gpu-fleet.ts';
import { ledgerState } from './offline/ledger-state.ts';

const root = mkdtempSync(join(tmpdir(), 'berth-offline-'));
after(() => rmSync(root, { recursive: true }));
const newDirectory = () => mkdtempSync(join(root, 'fleet-'));

const kinds = {
  'a file': {
    isThere: async () => true,
    newLedger: async (directory: string, name: string) => ['--ledger', join(directory, `${name}.db`)],
  },
  PostgreSQL: {
    isThere: (t: TestContext) => hasPostgres(t),
    newLedger: async () => {
      const { url, schema } = await postgresPlace();
      return ['--ledger', url, '--ledger-schema', schema];
    },
  },
};

for (const [kind, { isThere, newLedger }] of Object.entries(kinds)) {
  describe(`berth placement migrate-compute-inventory on ${kind}`, () => {
    test('comes to the same state as hosts that start on a service, also when it is killed and run again', async (t) => {
      if (!(await isThere(t))) return;
      const directory = newDirectory();
      const fleet = { hosts: 20, directory };
      const kills = draw(fc.integer({ min: 1, max: 20 }), 3);
      const { kills: killed } = await compareWays(fleet, (name) => newLedger(directory, name), kills);
      assert.ok(killed >= 1);
    });

    test('is refused while a service has the ledger, which is named', async (t) => {
      if (!(await isThere(t))) return;
      const place = await madeFleet(newLedger);
      const { args } = place.settings('gpu-v2');
      const [, ledger = '', ...more] = place.ledgerArgs;
      const berth = await startBerth({ ledger, args: [...more, '--lease', '2s'] });
      t.after(() => berth.kill());
      const { code, complaints } = await berthCommandEnd([...migrateCommand, ...args]);
      assert.equal(code, 1);
      assert.match(
        complaints,
        new RegExp(`in use by process ${berth.pid}\\b.* Stop it first\\. Nothing was changed\\.`),
      );
      if (kind === 'a file') assert.ok(complaints.includes(`It serves it at ${berth.url}.`), complaints);
      await berth.kill();
      // One that was killed is waited for, where it has a lease.
      const { code: codeLater, complaints: trouble } = await berthCommandEnd([...migrateCommand, ...args]);
      assert.equal(codeLater, 0, trouble);
    });
  });
}

describe('berth placement migrate-compute-inventory', () => {
  test('by the specification: the same, with an underscore; says what would move, consumer by consumer', async () => {
    const place = await madeFleet(kinds['a file'].newLedger);
    const { args } = place.settings('gpu-v2');
    const called = ['placement', 'migrate_compute_inventory', '--dry-run', ...args];
    const { code, printed, complaints } = await berthCommandEnd(called);
    assert.deepEqual([code, complaints], [0, '']);
    assert.match(
      printed,
      /^host-0 \([\da-f-]{36}\): would be reshaped\n( {2}consumer [\da-f-]{36}\n {4}before: host-0 .*VGPU:\d.*\n {4}after: {2}host-0 (?!.*host-0 ).*; host-0_gpu[01] VGPU:\d\n){7}/m,
    );
    assert.match(
      printed,
      /2 nodes: 2 would be reshaped, and 14 consumers moved; .* Nothing was changed\.\n$/,
    );
  });

  test('takes those nodes that a file names', async () => {
    const place = await madeFleet(kinds['a file'].newLedger);
    const nodes = join(newDirectory(), 'nodes');
    writeFileSync(nodes, '# first\nhost-1  # in rack 7\n');
    const called = [...migrateCommand, '--nodes', nodes, ...place.settings('gpu-v2').args];
    const { printed } = await berthCommandEnd(called);
    assert.match(printed, /1 node: 1 were reshaped/);
    const names = (await ledgerState(place)).flatMap((line) => /"name":"(host[^"]*)"/.exec(line)?.[1] ?? []);
    assert.deepEqual(names.sort(), ['host-0', 'host-1', 'host-1_gpu0', 'host-1_gpu1']);
    writeFileSync(nodes, 'host-1\nhost-9\n');
    const wrong = await berthCommandEnd(called);
    assert.deepEqual([wrong.code, wrong.printed], [2, '']);
    assert.match(wrong.complaints, /nodes:2: there is no node 'host-9'/);
  });

  test('does all other nodes where the driver fails with one, and names it with the reason', async () => {
    const place = await madeFleet(kinds['a file'].newLedger);
    const driver = fileURLToPath(new URL('offline/failing-driver', import.meta.url));
    const called = [
      ...migrateCommand,
      ...place.settings('gpu-v2').args,
      '--driver',
      driver,
      '--driver-options',
      '',
    ];
    const { code, printed, complaints } = await berthCommandEnd(called);
    assert.equal(code, 1);
    assert.match(
      complaints,
      /^berth: node rack-1: driver '.*failing-driver', node 'rack-1': its controller is away$/m,
    );
    assert.match(printed, /3 nodes: nothing had to be reshaped; 2 were updated .*; 1 failed\.\n$/);
    const racks = (await ledgerState(place)).filter((line) =>
      /"name":"rack-[02]".*"VCPU":\{"total":8,/.test(line),
    );
    assert.equal(racks.length, 2);
  });

  test('tells all reasons beforehand where a reshape would be refused, and moves nothing', async () => {
    const place = await madeFleet(kinds['a file'].newLedger);
    const before = await ledgerState(place);
    const { args } = place.settings('gpu-v2');
    const fewer = args.map((arg) => arg.replace('shape=gpu-v2', 'shape=gpu-v2,gpus=1,vgpus-per-gpu=4'));
    for (const more of [['--dry-run'], []]) {
      const { code, complaints } = await berthCommandEnd([...migrateCommand, ...fewer, ...more]);
      assert.equal(code, 1);
      assert.match(complaints, /^berth: node host-[01]: .*VGPU.*Do away with the reason/m);
      assert.deepEqual(await ledgerState(place), before);
    }
  });
});

async function madeFleet(
  newLedger: (directory: string, name: string) => Promise<string[]>,
): Promise<FleetPlace> {
  const directory = newDirectory();
  const place = fleetPlace({ hosts: 2, directory }, await newLedger(directory, 'made'));
  await makeGpuFleet(place);
  return place;
}
