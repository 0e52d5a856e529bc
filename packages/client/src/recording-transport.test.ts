import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DirectTransport } from './direct-transport.ts';
import { type RecordedExchange, RecordingTransport } from './recording-transport.ts';
import { FaultyTransport, faultAt } from './testing/faulty-transport.ts';

const working = new DirectTransport(() => ({ status: 200, headers: {}, body: null }), {
  service: 'placement',
});

test('it is kept what was asked, as it was when it was sent, and what came of it', async () => {
  const fault = faultAt(2, { when: 'after', what: 'no answer' });
  const transport = new RecordingTransport(new FaultyTransport(working, fault));
  const body = { a: 1 };
  const sending = transport.send({ method: 'PUT', path: '/x', version: '1.28', body });
  body.a = 2;
  await sending;
  await assert.rejects(transport.send({ method: 'GET', path: '/y' }));
  assert.deepEqual(transport.take(), [
    { method: 'PUT', path: '/x', version: '1.28', body: { a: 1 }, status: 200 },
    { method: 'GET', path: '/y', status: null },
  ]);
  assert.deepEqual(transport.exchanges, []);
});

test('the oldest are forgotten, and each is told', async () => {
  const told: RecordedExchange[] = [];
  const transport = new RecordingTransport(working, { max: 2, onExchange: (each) => void told.push(each) });
  for (const path of ['/1', '/2', '/3']) await transport.send({ method: 'GET', path });
  assert.deepEqual(
    transport.exchanges.map(({ path }) => path),
    ['/2', '/3'],
  );
  assert.equal(told.length, 3);
});
