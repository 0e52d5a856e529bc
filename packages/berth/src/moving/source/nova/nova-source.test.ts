import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { someFlavor } from '@berth/compute-engine/testing/some-flavor.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import { WorkFile } from '../work-file.ts';
import { NovaSource } from './nova-source.ts';
import { novaReport, reportLines } from './nova-report.ts';
import { readThing } from './nova-thing.ts';
import { readServer } from './server-of.ts';
import { said } from './testing/said-server.ts';

function workFile(t: TestContext): WorkFile {
  const work = WorkFile.open(join(temporaryDirectory(t), 'work'), 'http://x', 5_000);
  t.after(() => work.close());
  return work;
}

const idOf = (digit: number) => `00000000-0000-4000-8000-0000000000a${digit}`;

/** In the second that its digit says, on its host or nowhere, with the machine of that name. */
function server(digit: number, machine: string, host: string | null, flavorId = 'small') {
  const beside = { flavorId, isLockedByOwner: false, isDeleted: false };
  const change = {
    id: idOf(digit),
    created: `2026-01-01T00:00:0${digit}Z`,
    key_name: null,
    'OS-EXT-SRV-ATTR:instance_name': machine,
    'OS-EXT-SRV-ATTR:host': host,
  };
  return readServer({ ...said, ...change }, beside);
}

const node = {
  id: '00000000-0000-4000-8000-0000000000b1' as never,
  number: 0,
  host: 'host1',
  name: 'cn1',
  createdAt: 0,
  updatedAt: 0,
  hypervisor: { type: 'fake', version: 1 },
  address: '',
  vcpus: 1,
  memoryMb: 1,
  diskGb: 1,
  cpuInfo: '{}',
  guests: [],
};

/** Two cells that have counted to 1, and a machine without a number; a flavor that is there and one that is gone. */
function given(t: TestContext): WorkFile {
  const work = workFile(t);
  work.putThings([
    readThing('flavor', someFlavor(), { number: 1 }),
    readThing('node', node, { number: 3 }),
    server(1, 'instance-00000001', null, 'gone'),
    server(2, 'instance-00000001', 'host1'),
    server(3, 'vm-3', 'host1'),
  ]);
  return work;
}

test('each server has a number of its own: whose machine is there keeps it, others get new ones', (t) => {
  const source = new NovaSource(given(t), new Set());
  const found = [...source.finished()];
  const series = found.flatMap(({ record }) =>
    record.kind === 'number-series' ? [[record.series, record.last]] : [],
  );
  assert.deepEqual(series, [
    ['flavors', 2],
    ['nodes', 3],
    ['servers', 3],
  ]);
  const servers = found.flatMap(({ record }) => (record.kind === 'server' ? [record.thing] : []));
  assert.deepEqual(
    servers.map(({ id, number, flavor }) => [id, number, flavor.number]),
    [
      [idOf(1), 2, 2],
      [idOf(2), 1, 1],
      [idOf(3), 3, 1],
    ],
  );
  assert.deepEqual([...source.finished()], found, 'it gives the same each time');
});

test('the report says what was lost, by its kind, and what is held for nobody', (t) => {
  const work = given(t);
  work.put({
    kind: 'consumer',
    consumer: {
      id: idOf(9) as never,
      generation: 1,
      projectId: 'p',
      userId: 'u',
      type: null,
      createdAt: 1,
      allocatedAt: 1,
      allocations: [{ providerId: node.id, resourceClass: 'VCPU' as never, amount: 1 }],
    },
  });
  const facts = { compute: 'http://c', placement: 'http://p', version: '2.93', imported: {} };
  const report = novaReport(work, new NovaSource(work, new Set()), facts);
  assert.deepEqual(
    report.losses.map(({ kind, count, examples }) => [kind, count, examples[0]]),
    [
      ['instance-name', 2, `server ${idOf(1)}: number 1 is 2 here`],
      ['unknown-server', 1, `consumer ${idOf(9)}`],
    ],
  );
  const lines = [...reportLines(report)];
  assert.equal(lines[0], 'What could not be had, or not as it is there:');
  assert.match(lines[1] ?? '', /^ {2}2 × the name of the machine/);
});

test('what has changed since the round before is noticed, and what was not read again is gone', (t) => {
  const work = given(t);
  work.endRound();
  work.putThings([readThing('node', node, { number: 3 }), server(2, 'instance-00000001', null)]);
  work.seeAgain('flavor', 'small');
  work.setDone('x');
  assert.ok(work.isDone('x'));
  const { changed, examples } = work.endRound();
  assert.equal(changed, 3);
  assert.deepEqual(examples, [
    `server ${idOf(2)} is new or has changed`,
    `server ${idOf(1)} is gone`,
    `server ${idOf(3)} is gone`,
  ]);
  assert.ok(!work.isDone('x'));
});
