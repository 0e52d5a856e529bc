import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceAnswer } from '@berth/client/service-answer.ts';
import type { Transport } from '@berth/client/transport.ts';
import { ResourceProviderRetrievalFailed } from './errors.ts';
import type { TreeReader } from './tree-reader.ts';
import { WholeTreeReader } from './whole-tree-reader.ts';

/** A service that answers to all the same, and counts how often it is asked. */
function answering(status: number, body: unknown = {}): Transport & { asked: number } {
  const headers = { 'content-type': 'application/json' };
  return {
    asked: 0,
    async send() {
      this.asked += 1;
      return serviceAnswer(status, headers, JSON.stringify(body));
    },
    close: async () => {},
  };
}

const otherwise: TreeReader = {
  tree: async () => ({ providers: [], sharing: [] }),
  inventories: async () => new Map([['u', { generation: 7, inventories: {} }]]),
  allocations: async () => new Map(),
};

test('a service that does not have the call, or not for us, is asked for it once', async () => {
  for (const status of [404, 403]) {
    const transport = answering(status);
    const reader = new WholeTreeReader(transport, otherwise);
    assert.deepEqual(await reader.tree('u'), { providers: [], sharing: [] });
    assert.equal((await reader.inventories('u', ['u'])).get('u')?.generation, 7);
    assert.deepEqual(await reader.allocations('u', ['u']), new Map());
    assert.equal(transport.asked, 1);
  }
});

test('one that has trouble is asked again', async () => {
  const transport = answering(503);
  const reader = new WholeTreeReader(transport, otherwise);
  await assert.rejects(reader.tree('u'), ResourceProviderRetrievalFailed);
  await assert.rejects(reader.tree('u'), ResourceProviderRetrievalFailed);
  assert.equal(transport.asked, 2);
});

test('of the consumers of a tree those are told that hold something of the providers asked about', async () => {
  const consumer = (provider: string) => ({
    allocations: { [provider]: { generation: 1, resources: { VCPU: 1 } } },
    project_id: 'p',
    user_id: 'u',
    consumer_generation: 1,
    consumer_type: 'INSTANCE',
  });
  const body = { providers: [], allocations: { c1: consumer('root'), c2: consumer('child') } };
  const reader = new WholeTreeReader(answering(200, body), otherwise);
  assert.deepEqual([...(await reader.allocations('root', ['child'])).keys()], ['c2']);
});

test('a tree is told again only where it has changed', async () => {
  const tags: (string | undefined)[] = [];
  let tag = '"1"';
  const transport: Transport = {
    async send({ ifNoneMatch }) {
      tags.push(ifNoneMatch);
      if (ifNoneMatch === tag) return serviceAnswer(304, { etag: tag }, '');
      const headers = { 'content-type': 'application/json', etag: tag };
      return serviceAnswer(200, headers, JSON.stringify({ providers: [provider(tag)] }));
    },
    close: async () => {},
  };
  const provider = (name: string) => ({
    uuid: 'u',
    name,
    generation: 1,
    parent_provider_uuid: null,
    root_provider_uuid: 'u',
    inventories: {},
    traits: [],
    aggregates: [],
    is_sharing: false,
  });
  const reader = new WholeTreeReader(transport, otherwise);
  const nameRead = async () => (await reader.tree('u')).providers[0]?.name;
  assert.deepEqual([await nameRead(), await nameRead()], ['"1"', '"1"']);
  tag = '"2"';
  assert.deepEqual([await nameRead(), await nameRead()], ['"2"', '"2"']);
  await reader.tree('another');
  assert.deepEqual(tags, [undefined, '"1"', '"1"', '"2"', undefined]);
});

test('a service that says that nothing has changed, and was not asked, has trouble', async () => {
  const reader = new WholeTreeReader(answering(304), otherwise);
  await assert.rejects(reader.tree('u'), ResourceProviderRetrievalFailed);
});

test('a provider that is gone from its tree is told', async () => {
  const reader = new WholeTreeReader(answering(200, { providers: [] }), otherwise);
  await assert.rejects(reader.inventories('root', ['root']), ResourceProviderRetrievalFailed);
});
