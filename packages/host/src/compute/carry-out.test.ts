import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Guests } from '../guests.ts';
import { carryOut } from './carry-out.ts';
import { someHostOrder } from './testing/some-host-order.ts';

describe('a machine that cannot be built', () => {
  const order = someHostOrder(1, 'vm1', 'build');
  const failing = (destroy: Guests['destroy']): Guests => {
    const guests: Partial<Guests> = { build: () => Promise.reject(new Error('no room')), destroy };
    return guests as Guests; // Nothing else is asked for.
  };

  test('leaves nothing behind, since its server goes to another host', async () => {
    const destroyed: string[] = [];
    const guests = failing(async (id) => void destroyed.push(id));
    await assert.rejects(carryOut(guests, order, null), { message: 'no room' });
    assert.deepEqual(destroyed, ['vm1']);
  });

  test('says so where something is left', async () => {
    const guests = failing(() => Promise.reject(new Error('it is in use')));
    const message = 'no room What is left of the machine could not be destroyed: it is in use';
    await assert.rejects(carryOut(guests, order, null), { message });
  });
});

test('a machine that is made anew runs, unless it was off before', async () => {
  const order = someHostOrder(1, 'vm1', 'rebuild');
  const done: string[] = [];
  const told = (what: string) => async () => void done.push(what);
  const guests = { rebuild: told('rebuild'), stop: told('stop') } as Partial<Guests> as Guests; // Nothing else is asked for.
  await carryOut(guests, order, null);
  assert.deepEqual(done, ['rebuild']);
  await carryOut(guests, { ...order, work: { ...order.work, endsOff: true } }, null);
  assert.deepEqual(done, ['rebuild', 'rebuild', 'stop']);
});
