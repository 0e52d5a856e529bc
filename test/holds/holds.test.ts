import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { turns } from '@berth/api-kit/turns.ts';
import type { Change } from '@berth/engine/changes.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { placementProjection } from '@berth/placement/rows/projection.ts';
import { type InProcess, inProcess } from '@berth/placement/testing/in-process.ts';
import type { HostileRequest } from './hostile/hostile-request.ts';
import { hostileRequests } from './hostile-requests.ts';
import { largeWorld } from './large-world.ts';

/**
 * The requests of `run.ts`, smaller and in this process. No time is looked at: what is asserted is how many turns each takes,
 * which is into how many steps its work is divided.
 */
const size = { providers: 2_200, treeDepth: 30, crowd: 1_200, consumers: 300, names: 1_200 };
const bodyBytes = 2_200_000;

/** Requests whose work is divided, and into how many turns at least. */
const divided: Readonly<Record<string, number>> = {
  'all providers': 5,
  'providers of an aggregate': 1,
  'providers with room': 1,
  'allocations of a crowd': 1,
  'a crowd and its provider': 1,
  '8 MB of [[ ]] without commas': 4,
  '8 MB of spaces, then an error': 4,
  'many keys that are no uuid': 3,
  'many short keys': 3,
  'many violations': 3,
  'one late violation': 3,
  'aggregates twice': 3,
  'claims of 30,000 consumers': 3,
  '190,000 aggregates': 3,
};

let service: InProcess;

before(async () => {
  const journal = new MemoryJournal<Change>([placementProjection]);
  journal.append([...largeWorld(size)], 1);
  service = await inProcess(journal);
});
after(() => service.close());

for (const request of hostileRequests(size, bodyBytes)) {
  test(request.name, async (t) => {
    const { mock } = t.mock.method(turns, 'next');
    const times = Math.min(request.times ?? 1, 4);
    const statuses = await Promise.all(Array.from({ length: times }, (_, copy) => statusOf(request, copy)));
    for (const status of statuses) assert.ok(status < 500, `${status}`);
    const taken = mock.callCount() / times;
    const least = divided[request.name] ?? 0;
    assert.ok(taken >= least, `it took ${taken} turns, and is to take ${least} at least`);
  });
}

async function statusOf(request: HostileRequest, copy: number): Promise<number> {
  const body = request.body?.(copy);
  const { status } = await service.request(request.method, request.target, {
    version: request.version ?? '1.39',
    headers: request.headers ?? {},
    // In this process bodies are texts; bytes that are no text are for `run.ts`.
    ...(body === undefined ? {} : { body: body.toString() }),
  });
  return status;
}

test('every request that is to be divided is one of them', () => {
  const names = new Set(hostileRequests(size, bodyBytes).map(({ name }) => name));
  for (const name of Object.keys(divided)) assert.ok(names.has(name), name);
});
