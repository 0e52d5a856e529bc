import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DirectTransport } from '@berth/client/direct-transport.ts';
import { HttpTransport } from '@berth/client/http-transport.ts';
import { type RecordedExchange, RecordingTransport } from '@berth/client/recording-transport.ts';
import { fixedToken } from '@berth/client/token-source.ts';
import type { Transport } from '@berth/client/transport.ts';
import { openedBerth } from '../client/opened-berth.ts';
import { startOracle } from '../differential/oracle.ts';
import { novaStories, store } from './testing/nova-stories.ts';
import { withoutOriginal } from './testing/without-original.ts';

type Sent = Pick<RecordedExchange, 'method' | 'path' | 'version' | 'body'>;

/** What Nova 26.2's report client has sent in the same stories to the original Placement 8.0, as record_report_client.py prints it. */
const novaRequests = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL('testing/nova-requests.json', import.meta.url), 'utf8')) as Record<
      string,
      Sent[]
    >,
  ),
);

/** Where we differ, and why. */
const differences: Readonly<Record<string, { readonly because: string; edit(nova: Sent[]): Sent[] }>> = {
  'reshape back, and the child goes': {
    because:
      'the inventory of a provider that only shares does not move, and a claim on it elsewhere is no conflict',
    edit: (nova) => nova.filter(({ path }) => !path.includes(`/${store}/`)).map(withoutStore),
  },
};

function withoutStore(request: Sent): Sent {
  if (request.path !== '/reshaper') return request;
  const body = structuredClone(request.body) as { inventories: Record<string, unknown> };
  delete body.inventories[store];
  return { ...request, body };
}

/** Once in the life of a client it is asked whether the service can tell of a whole tree at once. */
const isQuestion = ({ path }: Sent) => path.startsWith('/berth/v1/provider_trees/');

test('to the original go the requests that Nova sends, or fewer', { skip: withoutOriginal() }, async (t) => {
  const original = await startOracle(1);
  t.after(() => original.stop());
  const told = await tellStories(
    () => new HttpTransport({ service: 'placement', url: original.peer.url, tokens: fixedToken('admin') }),
  );
  for (const [story, nova] of novaRequests) {
    const sent = told.get(story) ?? [];
    const expected = differences[story]?.edit(nova) ?? nova;
    assert.deepEqual(stepsOf(sent.filter((request) => !isQuestion(request))), stepsOf(expected), story);
    assert.equal(sent.filter(isQuestion).length, story.startsWith('start of') ? 1 : 0, story);
  }
});

test('to Berth go the same writes, and fewer reads', async (t) => {
  const berth = await openedBerth();
  t.after(() => berth[Symbol.asyncDispose]());
  const told = await tellStories(() => new DirectTransport(berth.handle, { service: 'placement' }));
  const isWrite = ({ method }: Sent) => method !== 'GET';
  for (const [story, nova] of novaRequests) {
    const sent = told.get(story) ?? [];
    const expected = differences[story]?.edit(nova) ?? nova;
    assert.deepEqual(sent.filter(isWrite).map(textOf), expected.filter(isWrite).map(textOf), story);
    assert.ok(sent.length <= expected.length, story);
  }
  assert.deepEqual(
    told.get('pass without a change')?.map(({ path }) => path.replace(/[^/]*\?/, '…?')),
    ['/berth/v1/provider_trees/…?allocations=true'],
  );
  assert.equal(told.get('start of a host that is known')?.length, 2);
});

async function tellStories(reach: () => Transport): Promise<Map<string, readonly Sent[]>> {
  const recording = new RecordingTransport(reach());
  const silent = reach();
  const told = new Map<string, readonly Sent[]>();
  for (const [name, tell] of novaStories(recording, silent)) {
    await tell();
    told.set(name, recording.take());
  }
  await recording.close();
  await silent.close();
  return told;
}

/** Each write with the reads before it, which may be sent at the same time: their order is nobody's. */
function stepsOf(sent: readonly Sent[]): string[][] {
  const steps: string[][] = [[]];
  for (const request of sent) {
    steps.at(-1)?.push(textOf(request));
    if (request.method !== 'GET') steps.push([]);
  }
  return steps.map((step) => step.sort());
}

function textOf({ method, path, version = '', body }: Sent): string {
  const sorted = path.replace(/(?<=name=in:).*/, (names) => names.split(',').sort().join(','));
  return [method, sorted, version, ...(body === undefined ? [] : [JSON.stringify(inOrder(body))])].join(' ');
}

/** Neither is the order of keys, or of names in a set. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => JSON.stringify(inOrder(member))).sort();
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, inOrder(member)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
