import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { cloudInProcess } from '../../testing/cloud-in-process.ts';
import { cloudProjections } from '../../cloud/stored-cloud.ts';

const path = '/berth/v1/changes';
const uuids = {
  cn1: '00000000-0000-4000-8000-000000000001',
  numa0: '00000000-0000-4000-8000-000000000002',
  cn2: '00000000-0000-4000-8000-000000000003',
  vm1: '00000000-0000-4000-8000-000000000004',
  vm2: '00000000-0000-4000-8000-000000000005',
};
const nameOf = new Map(Object.entries(uuids).map(([name, uuid]) => [uuid, name]));

interface Page {
  readonly changes: readonly {
    readonly number: number;
    readonly kind: string;
    readonly [field: string]: unknown;
  }[];
  readonly next: number;
  readonly last: number;
  readonly history: string;
}

/** A service, whose changes are told of from `start` on: before it there is only the catalog. */
async function served(t: TestContext) {
  const journal = new MemoryJournal(cloudProjections);
  const service = await cloudInProcess(journal);
  t.after(() => service.close());
  const start = journal.lastNumber;
  const write = async (method: string, target: string, body?: unknown) => {
    const { status, text } = await service.request(method, target, { version: '1.39', body });
    assert.ok(status < 300, `${method} ${target}: ${status} ${text}`);
  };
  const ask = (query = '', headers: Record<string, string | null> = {}) =>
    service.request('GET', `${path}${query}`, { headers });
  const pageOf = async (query: string): Promise<Page> => {
    const { status, json, text } = await ask(query);
    assert.equal(status, 200, text);
    return json as Page;
  };
  /** What all pages of such a query say, in short: 'provider_set cn1'. */
  const told = async (query: string) => {
    const lines: string[] = [];
    let page: Page;
    let since = start;
    do {
      page = await pageOf(`?since=${since}&${query}`);
      for (const { kind, provider_uuid, consumer_uuid } of page.changes) {
        const name = nameOf.get(String(provider_uuid ?? consumer_uuid)) ?? '';
        lines.push(`${kind} ${name}`.trim());
      }
      since = page.next;
    } while (since < page.last);
    return lines;
  };
  const create = (name: keyof typeof uuids, parent: keyof typeof uuids | null = null) =>
    write('POST', '/resource_providers', {
      uuid: uuids[name],
      name,
      parent_provider_uuid: parent && uuids[parent],
    });
  const move = (name: keyof typeof uuids, parent: keyof typeof uuids | null) =>
    write('PUT', `/resource_providers/${uuids[name]}`, {
      name,
      parent_provider_uuid: parent && uuids[parent],
    });
  const stock = (name: keyof typeof uuids, generation = 0) =>
    write('PUT', `/resource_providers/${uuids[name]}/inventories`, {
      resource_provider_generation: generation,
      inventories: { VCPU: { total: 8 } },
    });
  const claim = (
    consumer: keyof typeof uuids,
    provider: keyof typeof uuids,
    generation: number | null = null,
  ) =>
    write('PUT', `/allocations/${uuids[consumer]}`, {
      allocations: { [uuids[provider]]: { resources: { VCPU: 1 } } },
      project_id: 'p',
      user_id: 'u',
      consumer_generation: generation,
      consumer_type: 'INSTANCE',
    });
  return { journal, service, start, write, ask, pageOf, told, create, move, stock, claim };
}

describe('pages', () => {
  test('have every change once, oldest first, and say where to go on', async (t) => {
    const { pageOf, create, journal } = await served(t);
    await create('cn1');
    for (const limit of [1, 7, 100, 1000]) {
      const numbers: number[] = [];
      let since = 0;
      for (;;) {
        const { changes, next, last } = await pageOf(`?since=${since}&limit=${limit}`);
        assert.ok(changes.length <= limit);
        assert.equal(last, journal.lastNumber);
        numbers.push(...changes.map(({ number }) => number));
        since = next;
        if (next === last) break;
      }
      assert.deepEqual(
        numbers,
        Array.from({ length: journal.lastNumber }, (_, index) => index + 1),
      );
    }
  });

  test('tell which history they are of, and whoever knows another one is told so', async (t) => {
    const { pageOf, ask, create } = await served(t);
    await create('cn1');
    for (const limit of [1, 7, 100]) {
      const { next, history } = await pageOf(`?limit=${limit}`);
      assert.match(history, /^[\w-]{22}$/);
      await pageOf(`?since=${next}&history=${history}`);
      for (const accept of ['application/json', 'text/event-stream']) {
        const other = `${history.slice(0, -1)}${history.endsWith('a') ? 'b' : 'a'}`;
        const { status, json } = await ask(`?since=${next}&history=${other}`, { accept });
        assert.equal(status, 410);
        const { errors } = json as { errors: Record<string, unknown>[] };
        assert.match(String(errors[0]?.['detail']), /^Change \d+ of this ledger is another one now/);
      }
    }
    assert.equal((await ask('?history=x')).status, 400);
  });

  test('have 100 changes from the first on unless told', async (t) => {
    const { pageOf } = await served(t);
    const { changes, next } = await pageOf('');
    assert.equal(changes[0]?.number, 1);
    assert.equal(changes.length, 100);
    assert.equal(next, 100);
  });

  test('are empty where there is nothing new, and are not to be kept', async (t) => {
    const { ask, journal, start } = await served(t);
    const { json, headers } = await ask(`?since=${start}`);
    assert.deepEqual(json, { changes: [], next: start, last: start, history: journal.hashAt(start) });
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['cache-control'], 'no-store');
  });

  test('are for everybody who does not ask for events in so many words', async (t) => {
    const { ask } = await served(t);
    for (const accept of [
      null,
      '*/*',
      'application/json',
      'text/*;q=0.1, application/json',
      'text/event-stream, */*',
    ]) {
      assert.equal((await ask('', { accept })).headers['content-type'], 'application/json', `${accept}`);
    }
    assert.equal((await ask('', { accept: 'text/plain' })).status, 406);
  });

  test('begin after Last-Event-ID where there is one, and not after since', async (t) => {
    const { ask } = await served(t);
    const { json } = await ask('?since=5&limit=1', { 'last-event-id': '9' });
    assert.equal((json as Page).changes[0]?.number, 10);
  });

  test('are refused with a sentence when what is asked for makes no sense', async (t) => {
    const { ask } = await served(t);
    for (const query of [
      '?since=-1',
      '?since=x',
      '?since=1.5',
      '?since=',
      '?since=99999999999999999999',
      '?since=1&since=2',
      '?limit=0',
      '?limit=1001',
      '?noun=provider',
      '?noun=',
      '?noun=providers,nothing',
      '?tree=cn1',
      '?from=1',
    ]) {
      const { status, text } = await ask(query);
      assert.equal(status, 400, query);
      assert.match(text, /Invalid|can be given once/, query);
    }
    assert.equal((await ask('', { 'last-event-id': 'x' })).status, 400);
  });

  test('are for administrators', async (t) => {
    const { ask } = await served(t);
    assert.equal((await ask('', { 'x-auth-token': 'somebody' })).status, 403);
    assert.equal((await ask('', { 'x-auth-token': 'nova', 'x-roles': 'service' })).status, 403);
    assert.equal((await ask('', { 'x-auth-token': null })).status, 401);
  });
});

describe('what is not kept any more', () => {
  for (const accept of ['application/json', 'text/event-stream']) {
    test(`is gone, and the answer says where to start again (${accept})`, async (t) => {
      const { ask, journal, create } = await served(t);
      assert.equal(journal.prune(Number.MAX_SAFE_INTEGER, 20), 20);
      await create('cn1');
      for (const since of [0, 19]) {
        const { status, json, headers } = await ask(`?since=${since}`, { accept });
        assert.equal(status, 410);
        assert.equal(headers['content-type'], 'application/json');
        const { errors } = json as { errors: Record<string, unknown>[] };
        const { detail, request_id, ...error } = errors[0] ?? {};
        assert.match(
          String(detail),
          /^Changes up to 20 are not kept any more, and those after \d+ were asked for\./,
        );
        assert.equal(request_id, headers['x-openstack-request-id']);
        assert.deepEqual(error, {
          status: 410,
          title: 'Gone',
          code: 'berth.changes.gone',
          start_from: journal.lastNumber,
          kept_after: 20,
        });
      }
    });

    test(`and what never was there is not waited for (${accept})`, async (t) => {
      const { ask, journal, start } = await served(t);
      const { status, json } = await ask(`?since=${start + 1}`, { accept });
      assert.equal(status, 410);
      const { errors } = json as { errors: Record<string, unknown>[] };
      assert.match(String(errors[0]?.['detail']), /^There is no change \d+ in this ledger/);
      assert.equal(errors[0]?.['start_from'], journal.lastNumber);
    });
  }

  test('does not hinder those who are not behind', async (t) => {
    const { pageOf, journal, start } = await served(t);
    journal.prune(Number.MAX_SAFE_INTEGER, 20);
    assert.equal((await pageOf('?since=20&limit=1')).changes[0]?.number, 21);
    journal.prune(Number.MAX_SAFE_INTEGER);
    const history = journal.hashAt(start);
    assert.deepEqual(await pageOf(`?since=${start}`), { changes: [], next: start, last: start, history });
  });
});

describe('by noun', () => {
  test('only what is about one of them is told, and pages go on all the same', async (t) => {
    const { told, pageOf, create, stock, claim, write, journal, start } = await served(t);
    await create('cn1');
    await stock('cn1');
    await claim('vm1', 'cn1');
    await write('PUT', '/traits/CUSTOM_A');
    await write('PUT', '/resource_classes/CUSTOM_X');
    await write('DELETE', `/allocations/${uuids.vm1}`);
    const set = 'allocations_set vm1';
    assert.deepEqual(await told('noun=allocations'), [set, 'allocations_removed vm1']);
    assert.deepEqual(await told('noun=inventories,classes'), ['inventories_set cn1', 'class_added']);
    assert.deepEqual(await told('noun=allocations&noun=traits&limit=1'), [
      set,
      'trait_added',
      'allocations_removed vm1',
    ]);
    assert.deepEqual(await pageOf(`?since=${start}&noun=aggregates`), {
      changes: [],
      next: journal.lastNumber,
      last: journal.lastNumber,
      history: journal.hashAt(journal.lastNumber),
    });
  });

  test('a class that is renamed concerns all that is counted', async (t) => {
    const { told, service, write } = await served(t);
    await write('PUT', '/resource_classes/CUSTOM_X');
    const { status } = await service.request('PUT', '/resource_classes/CUSTOM_X', {
      version: '1.6',
      body: { name: 'CUSTOM_Y' },
    });
    assert.equal(status, 200);
    for (const noun of ['inventories', 'allocations']) {
      assert.deepEqual(await told(`noun=${noun}`), ['class_renamed'], noun);
    }
    assert.deepEqual(await told('noun=providers'), []);
  });
});

describe('by tree', () => {
  test('what is about its providers is told, whichever of them is named, and nothing of others', async (t) => {
    const { told, create, stock, claim } = await served(t);
    await create('cn1');
    await create('cn2');
    await create('numa0', 'cn1');
    await stock('numa0');
    await stock('cn2');
    await claim('vm1', 'numa0');
    await claim('vm2', 'cn2');
    const expected = [
      'provider_set cn1',
      'provider_set numa0',
      'inventories_set numa0',
      'provider_touched numa0',
      'allocations_set vm1',
      'provider_touched numa0',
    ];
    assert.deepEqual(await told(`tree=${uuids.cn1}`), expected);
    // Before it was there, its tree was not either.
    assert.deepEqual(await told(`tree=${uuids.numa0}`), expected.slice(1));
    assert.deepEqual(await told(`tree=${uuids.cn1}&noun=allocations`), ['allocations_set vm1']);
    assert.deepEqual(await told(`tree=${uuids.cn1.toUpperCase()}&limit=1`), expected);
  });

  test('what happened in it before a provider left, its leaving, and what follows its coming is told', async (t) => {
    const { told, create, stock, move } = await served(t);
    await create('cn1');
    await create('cn2');
    await create('numa0', 'cn1');
    await stock('numa0');
    await move('numa0', 'cn2');
    await stock('numa0', 1);
    assert.deepEqual(await told(`tree=${uuids.cn1}`), [
      'provider_set cn1',
      'provider_set numa0',
      'inventories_set numa0',
      'provider_touched numa0',
      'provider_set numa0',
    ]);
    assert.deepEqual(await told(`tree=${uuids.cn2}`), [
      'provider_set cn2',
      'provider_set numa0',
      'inventories_set numa0',
      'provider_touched numa0',
    ]);
  });

  test('what a provider did before it was removed, and its end, is told', async (t) => {
    const { told, create, stock, write } = await served(t);
    await create('cn1');
    await create('numa0', 'cn1');
    await create('cn2');
    await stock('numa0');
    await write('DELETE', `/resource_providers/${uuids.numa0}`);
    await write('DELETE', `/resource_providers/${uuids.cn1}`);
    for (const name of ['cn1', 'numa0'] as const) {
      assert.deepEqual(
        await told(`tree=${uuids[name]}`),
        [
          'provider_set cn1',
          'provider_set numa0',
          'inventories_set numa0',
          'provider_touched numa0',
          'inventories_set numa0',
          'provider_removed numa0',
          'provider_removed cn1',
        ].slice(name === 'cn1' ? 0 : 1, name === 'cn1' ? 7 : 6),
      );
    }
  });

  test('what a consumer gives up there is told, and so is every removal', async (t) => {
    const { told, create, stock, claim, write } = await served(t);
    for (const name of ['cn1', 'cn2'] as const) {
      await create(name);
      await stock(name);
    }
    await claim('vm1', 'cn1');
    await claim('vm2', 'cn2');
    await claim('vm1', 'cn2', 1);
    await write('DELETE', `/allocations/${uuids.vm2}`);
    assert.deepEqual(await told(`tree=${uuids.cn1}&noun=allocations`), [
      'allocations_set vm1',
      'allocations_set vm1',
      'allocations_removed vm2',
    ]);
  });

  test('what never was there is not waited for', async (t) => {
    const { ask, start } = await served(t);
    assert.equal((await ask(`?since=${start + 1}&tree=${uuids.cn1}`)).status, 410);
  });

  test('a provider that nobody knows has none', async (t) => {
    const { told, create } = await served(t);
    await create('cn1');
    assert.deepEqual(await told('tree=00000000-0000-4000-8000-00000000ffff'), []);
  });
});
