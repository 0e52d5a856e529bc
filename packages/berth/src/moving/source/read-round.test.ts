import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { arbitraryWorldInUse } from '@berth/engine/testing/arbitrary-command.ts';
import { given } from '@berth/engine/testing/given.ts';
import { consumerId, id } from '@berth/engine/testing/names.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { temporaryDirectory } from '@berth/ledger/testing/temporary-directory.ts';
import fc from 'fast-check';
import { type InProcess, inProcess } from '@berth/placement/testing/in-process.ts';
import { allowances } from '@berth/placement/records/record-check.ts';
import { encodeRecord } from '@berth/placement/records/encode-record.ts';
import { recordsOf } from '@berth/placement/records/records-of.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { changesThatMake } from '@berth/placement/testing/changes-that-make.ts';
import type { PlacementRecord } from '@berth/placement/records/placement-record.ts';
import { Progress } from '../progress.ts';
import { fetchOf } from '../testing/fetch-of.ts';
import { PlacementClient } from './placement-client.ts';
import { readRound } from './read-round.ts';
import { storedCloud } from '../../cloud/stored-cloud.ts';
import { checkRecords } from '../check-records.ts';
import { LedgerRecords } from '../ledger-records.ts';
import type { RecordSource } from '../record-source.ts';
import { type RoundEnd, WorkFile } from './work-file.ts';

const url = 'http://placement.test';
const progress = new Progress({ write: () => {}, isTerminal: false });

/** A service on a world, and all that is in it as lines without times (which the API does not tell in full). */
async function servedWorld(text: string) {
  const journal = new MemoryJournal([placementProjection]);
  journal.append([...changesThatMake(given(text))], 1);
  const service = await inProcess(journal);
  const expected = () =>
    [...recordsOf(journal.load())].map((record) => withoutTimes(encodeRecord(record))).sort();
  return { service, expected };
}

async function read(source: RecordSource<PlacementRecord>): Promise<string[]> {
  const lines: string[] = [];
  for await (const records of source.read()) {
    for (const record of records) lines.push(withoutTimes(encodeRecord(record)));
  }
  return lines.sort();
}

const withoutTimes = (line: string) =>
  line.replaceAll(/,"(created|updated|allocated)_at":("[^"]*"|null)/g, '');

async function round(
  service: InProcess,
  work: WorkFile,
  before?: Parameters<typeof fetchOf>[1],
): Promise<RoundEnd> {
  const tokens = { get: async () => 'admin', getOtherThan: async () => null };
  const fetch = fetchOf(service, before);
  const client = await PlacementClient.connect({ url, tokens, fetch, pauseMs: 0 });
  return await readRound(client, work, { concurrency: 3, progress });
}

const opened = (t: TestContext): WorkFile => {
  const work = WorkFile.open(join(temporaryDirectory(t), 'work'), url, 5_000);
  t.after(() => work.close());
  return work;
};

test('what is read of any world is that world, and a second round finds nothing else', async (t) => {
  await assertProperty(
    fc.asyncProperty(arbitraryWorldInUse(), async (text) => {
      const { service, expected } = await servedWorld(text);
      const work = opened(t);
      await round(service, work);
      assert.deepEqual(await round(service, work), { changed: 0, examples: [] });
      assert.deepEqual(await read(work.source(url)), expected());
      const allowed = new Set(allowances);
      await checkRecords(new LedgerRecords(storedCloud.parts), work.source(url), { allowed });
      work.close();
    }),
    20,
  );
});

const smallWorld = `
  cn1      DISK_GB:100(used=10)  CUSTOM_GOLD  agg:A  gen:7
    numa0  VCPU:8(used=2)
    numa1  CUSTOM_X:8(used=3)
  ss1      DISK_GB:2000  MISC_SHARES_VIA_AGGREGATE  agg:A,B`;

test('failures in between change nothing', async (t) => {
  const { service, expected } = await servedWorld(smallWorld);
  const work = opened(t);
  let requests = 0;
  const failing = async () => {
    if (requests++ % 3 === 0) return new Response('', { status: 503, headers: { 'retry-after': '0' } });
    if (requests % 7 === 0) throw new TypeError('fetch failed');
    return undefined;
  };
  await round(service, work, failing);
  assert.deepEqual(await read(work.source(url)), expected());
});

test('a round that is interrupted anywhere goes on where it was, and reads nothing twice but what was under way', async (t) => {
  const { service, expected } = await servedWorld(smallWorld);
  let usual = 0;
  const straight = opened(t);
  await round(service, straight, async () => void usual++);
  const lines = await read(straight.source(url));
  assert.deepEqual(lines, expected());

  await assertProperty(
    fc.asyncProperty(fc.array(fc.nat(usual), { minLength: 1, maxLength: 5 }), async (lives) => {
      const path = join(temporaryDirectory(t), 'work');
      let total = 0;
      let isDone = false;
      for (const requests of lives) {
        if (isDone) break;
        const work = WorkFile.open(path, url, 5_000);
        let left = requests;
        await round(service, work, async () => {
          total++;
          return left-- <= 0 ? new Response('', { status: 403 }) : undefined;
        }).catch((error: unknown) => assert.match(String(error), /403/));
        isDone = work.round > 1;
        work.close();
      }
      const work = WorkFile.open(path, url, 5_000);
      if (!isDone) await round(service, work, async () => void total++);
      assert.deepEqual(await read(work.source(url)), lines);
      // Again are only the lists, and what three workers were about: at most a provider's five answers each.
      assert.ok(total <= usual + (lives.length + 1) * (4 + 3 * 5), `${total} requests instead of ${usual}`);
      work.close();
    }),
    20,
  );
});

test('what changes between rounds is found and read again', async (t) => {
  const { service, expected } = await servedWorld(smallWorld);
  const work = opened(t);
  await round(service, work);

  const change = async (method: string, target: string, body?: object) => {
    const { status, text } = await service.request(method, target, { version: '1.39', body });
    assert.ok(status < 300, text);
  };
  const owner = { project_id: 'p', user_id: 'u', consumer_type: 'INSTANCE', consumer_generation: null };
  await change('DELETE', `/allocations/${consumerId('cn1/DISK_GB')}`);
  await change('PUT', `/allocations/${consumerId('new')}`, {
    ...owner,
    allocations: { [id('numa0')]: { resources: { VCPU: 1 } } },
  });
  await change('DELETE', `/resource_providers/${id('ss1')}`);
  await change('PUT', `/traits/CUSTOM_NEW`);

  const { changed, examples } = await round(service, work);
  const expectedChanges = [
    `consumer ${consumerId('cn1/DISK_GB')} is gone`,
    `consumer ${consumerId('new')} is new or has changed`,
    // Whose generations have moved on with the allocations.
    `provider ${id('numa0')} (numa0) is new or has changed`,
    `provider ${id('ss1')} (ss1) is gone`,
    'trait CUSTOM_NEW is new or has changed',
  ];
  assert.deepEqual(examples.toSorted(), expectedChanges.toSorted());
  assert.equal(changed, 5);
  assert.equal((await round(service, work)).changed, 0);
  assert.deepEqual(await read(work.source(url)), expected());
});

test('what changes while it is read is found in the next round', async (t) => {
  const { service, expected } = await servedWorld(smallWorld);
  const work = opened(t);
  let requests = 0;
  await round(service, work, async () => {
    // In the middle of the providers.
    if (++requests !== 20) return;
    await service.request('PUT', `/resource_providers/${id('numa0')}/aggregates`, {
      version: '1.39',
      body: { aggregates: [id('rack')], resource_provider_generation: 0 },
    });
  });
  await round(service, work);
  assert.equal((await round(service, work)).changed, 0);
  assert.deepEqual(await read(work.source(url)), expected());
});

test('a work file is of one import at a time', (t) => {
  const work = opened(t);
  assert.throws(() => WorkFile.open(work.path, url, 5_000), {
    message: `The work file ${work.path} cannot be used: another import is at work with it`,
  });
});

test('a work file is about one source', (t) => {
  const path = join(temporaryDirectory(t), 'work');
  WorkFile.open(path, url, 5_000).close();
  assert.throws(
    () => WorkFile.open(path, 'http://other.test', 5_000),
    (error: Error) => {
      assert.equal(error.message, `The work file ${path} cannot be used`);
      assert.match(String(error.cause), /it is about http:\/\/placement\.test; remove it to begin anew/);
      return true;
    },
  );
});
