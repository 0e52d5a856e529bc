import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DirectTransport } from '../direct-transport.ts';
import { ServiceError } from '../service-error.ts';
import { type Fault, FaultyTransport, faultAt } from './faulty-transport.ts';

function given(fault: Fault) {
  const carriedOut: string[] = [];
  const inner = new DirectTransport(
    ({ target }) => {
      carriedOut.push(target);
      return { status: 204, headers: {}, body: null };
    },
    { service: 'placement' },
  );
  return { transport: new FaultyTransport(inner, faultAt(2, fault)), carriedOut };
}

const request = (path: string) => ({ method: 'PUT', path }) as const;

test('a fault before it is sent leaves nothing done, one afterwards leaves all done', async () => {
  for (const [when, expected] of [
    ['before', ['/1', '/3']],
    ['after', ['/1', '/2', '/3']],
  ] as const) {
    const { transport, carriedOut } = given({ when, what: 'no answer' });
    await transport.send(request('/1'));
    await assert.rejects(transport.send(request('/2')), { name: 'Unreachable', isUnsent: when === 'before' });
    await transport.send(request('/3'));
    assert.deepEqual(carriedOut, expected);
    assert.equal(transport.count, 3);
  }
});

test('a fault can be an answer, with the code of an error', async () => {
  const { transport } = given({ when: 'before', what: 409, code: 'placement.concurrent_update' });
  await transport.send(request('/1'));
  const error = new ServiceError(request('/2'), await transport.send(request('/2')));
  assert.deepEqual([error.status, error.code], [409, 'placement.concurrent_update']);
});
