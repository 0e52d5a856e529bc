import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceAnswer } from '@berth/client/service-answer.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { ServiceRequest, Transport } from '@berth/client/transport.ts';
import { setInventories, setTraits } from './set-contents.ts';

type Answer = readonly [status: number, body: unknown];

/** Placement with these answers, one after the other, the last again and again; and what it was asked. */
function scripted(...answers: readonly Answer[]): { transport: Transport; asked: ServiceRequest[] } {
  const asked: ServiceRequest[] = [];
  const send = async (request: ServiceRequest) => {
    const [status, body] = answers[Math.min(asked.length, answers.length - 1)] as Answer; // There is one at least.
    asked.push(request);
    return serviceAnswer(status, { 'content-type': 'application/json' }, JSON.stringify(body));
  };
  return { transport: { send, close: async () => {} }, asked };
}

const told = (generation: number, rest: object) => ({ resource_provider_generation: generation, ...rest });
const raced: Answer = [409, { errors: [{ detail: 'changed', code: 'placement.concurrent_update' }] }];

test('what others have changed meanwhile is looked at, and put again with the new generation', async () => {
  const { transport, asked } = scripted(
    raced,
    [200, told(7, { traits: ['OTHER'] })],
    [200, told(8, { traits: ['A'] })],
  );
  const provider = { uuid: 'u', generation: 1 };
  await setTraits(transport, provider, ['A']);
  assert.deepEqual(
    asked.map(({ method, body }) => [method, body]),
    [
      ['PUT', { resource_provider_generation: 1, traits: ['A'] }],
      ['GET', undefined],
      ['PUT', { resource_provider_generation: 7, traits: ['A'] }],
    ],
  );
  assert.equal(provider.generation, 8);
});

test('where others have done the same, nothing is put', async () => {
  const { transport, asked } = scripted(raced, [200, told(7, { traits: ['A'] })]);
  await setTraits(transport, { uuid: 'u', generation: 1 }, ['A']);
  assert.equal(asked.length, 2);
});

test('fields of an inventory that the file does not say are those that others have set meanwhile', async () => {
  const usual = { reserved: 0, min_unit: 1, max_unit: 9, step_size: 1, allocation_ratio: 1 };
  const { transport, asked } = scripted(
    raced,
    [200, told(7, { inventories: { VCPU: { ...usual, total: 1, reserved: 1 } } })],
    [200, told(8, { inventories: {} })],
  );
  const asking = [{ name: 'VCPU', place: '', fields: { total: 4 } }];
  const step = { kind: 'set-inventories', provider: 'p', asked: asking, before: {}, after: {} } as const;
  await setInventories(transport, { uuid: 'u', generation: 1 }, step);
  assert.deepEqual(asked[2]?.body, told(7, { inventories: { VCPU: { ...usual, total: 4, reserved: 1 } } }));
});

test('it is given up when it does not end, and at once where something is in use', async () => {
  const busy = scripted(
    ...Array.from(
      { length: 20 },
      (_, index): Answer => (index % 2 === 0 ? raced : [200, told(7, { traits: [] })]),
    ),
  );
  await assert.rejects(setTraits(busy.transport, { uuid: 'u', generation: 1 }, ['A']), ServiceError);
  assert.equal(busy.asked.filter(({ method }) => method === 'PUT').length, 10);
  const used = scripted([409, { errors: [{ detail: 'in use', code: 'placement.inventory.inuse' }] }]);
  const step = { kind: 'set-inventories', provider: 'p', asked: [], before: {}, after: {} } as const;
  await assert.rejects(setInventories(used.transport, { uuid: 'u', generation: 1 }, step), /in use/);
  assert.equal(used.asked.length, 1);
});
