import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members, text } from '../shape.ts';
import { ServiceError } from '../service-error.ts';
import type { ServiceAnswer, ServiceRequest, Transport } from '../transport.ts';
import { listAll } from './list-all.ts';

const asked = {
  path: '/things?all=1',
  version: '2.59',
  key: 'things',
  shape: members({ id: text }),
  markerOf: ({ id }: { readonly id: string }) => id,
  pageSize: 2,
};

/** Answers one after the other, with what was asked. */
function scripted(...answers: readonly (readonly [number, unknown])[]) {
  const seen: string[] = [];
  const left = [...answers];
  const transport: Transport = {
    send: async ({ path }: ServiceRequest): Promise<ServiceAnswer> => {
      seen.push(path);
      const [status, json] = left.shift() ?? [500, {}];
      return { status, json, headers: {}, text: JSON.stringify(json) };
    },
    close: async () => {},
  };
  return { transport, seen };
}

const page = (ids: string, hasMore: boolean) => ({
  things: ids.split('').map((id) => ({ id })),
  ...(hasMore ? { things_links: [{ rel: 'next', href: 'there' }] } : {}),
});

test('pages are read until none is left, and only what is picked is kept', async () => {
  const { transport, seen } = scripted([200, page('ab', true)], [200, page('c', false)]);
  const picked = await listAll(transport, asked, ({ id }) => (id === 'b' ? null : id));
  assert.deepEqual(picked, ['a', 'c']);
  assert.deepEqual(seen, ['/things?all=1&limit=2', '/things?all=1&limit=2&marker=b']);
});

test('a list whose marker is gone is read from its beginning again', async () => {
  const { transport } = scripted([200, page('ab', true)], [400, {}], [200, page('a', false)]);
  assert.deepEqual(await listAll(transport, asked, ({ id }) => id), ['a']);
});

test('a list that never holds still is given up, and another no is told as it is', async () => {
  const gone = Array.from({ length: 5 }, () => [[200, page('ab', true)] as const, [400, {}] as const]).flat();
  await assert.rejects(
    listAll(scripted(...gone).transport, asked, ({ id }) => id),
    /400/,
  );
  await assert.rejects(
    listAll(scripted([400, {}]).transport, asked, ({ id }) => id),
    (error) => error instanceof ServiceError && error.status === 400,
  );
});
