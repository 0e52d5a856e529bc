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

describe('a machine that is shelved', () => {
  const recorded = (fails: readonly string[] = []) => {
    const done: string[] = [];
    const told = (what: string) => async (machine: unknown, options?: { readonly imageId?: string }) => {
      if (fails.includes(what)) throw new Error(`no ${what}`);
      const { image } = machine as { readonly image?: { readonly id: string } };
      done.push([what, options?.imageId ?? image?.id ?? ''].join(' ').trim());
    };
    const names = ['build', 'destroy', 'stop', 'snapshot', 'crashDump'] as const;
    const guests = Object.fromEntries(names.map((name) => [name, told(name)]));
    return { done, guests: guests as unknown as Guests }; // Nothing else is asked for.
  };
  const order = (kind: string, imageId: string | null = null) => {
    const plain = someHostOrder(1, 'vm1', kind);
    const machine = { ...plain.machine, image: { id: 'own', properties: { hw_rng_model: 'virtio' } } };
    return { ...plain, machine, work: { ...plain.work, imageId } };
  };

  test('is stopped, copied, destroyed, and built again of the copy', async () => {
    const { done, guests } = recorded();
    await carryOut(guests, order('shelve'), null);
    await carryOut(guests, order('shelve-image', 'copy'), null);
    await carryOut(guests, order('offload'), null);
    await carryOut(guests, order('unshelve', 'copy'), null);
    assert.deepEqual(done, ['stop own', 'snapshot copy', 'destroy', 'build copy']);
  });

  test('leaves nothing behind where it cannot be built again', async () => {
    const { done, guests } = recorded(['build']);
    await assert.rejects(carryOut(guests, order('unshelve', 'copy'), null), { message: 'no build' });
    assert.deepEqual(done, ['destroy']);
  });

  test('without an image of it is built of its own', async () => {
    const { done, guests } = recorded();
    await carryOut(guests, order('unshelve'), null);
    assert.deepEqual(done, ['build own']);
  });
});

test('a backup is a snapshot, and a crash dump is for hypervisors that can do it', async () => {
  const done: string[] = [];
  const guests: Partial<Guests> = { snapshot: async (_machine, { imageId }) => void done.push(imageId) };
  const order = someHostOrder(1, 'vm1', 'backup');
  await carryOut(guests as Guests, { ...order, work: { ...order.work, imageId: 'copy' } }, null);
  assert.deepEqual(done, ['copy']);
  await assert.rejects(carryOut(guests as Guests, someHostOrder(1, 'vm1', 'crash-dump'), null), {
    message: 'The hypervisor of this host cannot do this: crash-dump.',
  });
});

describe('a machine of a host that is gone', () => {
  const order = (change: { readonly hasSharedDisks?: boolean } = {}) => {
    const plain = someHostOrder(1, 'vm1', 'evacuate');
    return { ...plain, work: { ...plain.work, ...change } };
  };
  const recorded = (...names: readonly (keyof Guests)[]) => {
    const done: string[] = [];
    const guests = Object.fromEntries(
      names.map((name) => [
        name,
        async (_: unknown, options?: unknown) =>
          void done.push([name, options && JSON.stringify(options)].join(' ').trim()),
      ]),
    );
    return { done, guests: guests as unknown as Guests }; // Nothing else is asked for.
  };

  test('is made of disks that are shared where the driver can', async () => {
    const { done, guests } = recorded('evacuate');
    await carryOut(guests, order({ hasSharedDisks: true }), 'secret');
    assert.deepEqual(done, ['evacuate {"hasSharedDisks":true,"password":"secret"}']);
  });

  test('is built where the driver shares nothing', async () => {
    const { done, guests } = recorded('build');
    await carryOut(guests, order(), null);
    assert.deepEqual(done, ['build {"password":null}']);
  });

  test('leaves nothing behind but its disks where it cannot be made', async () => {
    const { done, guests } = recorded('leave', 'destroy');
    guests.evacuate = () => Promise.reject(new Error('no room'));
    await assert.rejects(carryOut(guests, order(), null), { message: 'no room' });
    assert.deepEqual(done, ['leave']);
  });

  test('is left there, or destroyed where nothing is shared, once it is elsewhere', async () => {
    const sharing = recorded('leave', 'destroy');
    await carryOut(sharing.guests, someHostOrder(1, 'vm1', 'drop-leftover'), null);
    const alone = recorded('destroy');
    await carryOut(alone.guests, someHostOrder(1, 'vm1', 'drop-leftover'), null);
    assert.deepEqual([sharing.done, alone.done], [['leave'], ['destroy']]);
  });
});
