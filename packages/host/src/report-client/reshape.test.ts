import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceAnswer } from '@berth/client/service-answer.ts';
import { type Transport, Unreachable } from '@berth/client/transport.ts';
import { ReshapeFailed } from '../driver.ts';
import { ProviderTree } from '../provider-tree.ts';
import { PlacementReshapeConflict } from './errors.ts';
import { ProviderCache } from './provider-cache.ts';
import { ProviderWriter } from './provider-writer.ts';
import { reshape } from './reshape.ts';

function reshapeOn(answer: (path: string) => { status: number; code?: string }): Promise<unknown> {
  const transport: Transport = {
    send: async ({ path }) => {
      const { status, code } = answer(path);
      const errors = [
        { status, title: 'no', detail: 'for a reason', ...(code === undefined ? {} : { code }) },
      ];
      return serviceAnswer(status, { 'content-type': 'application/json' }, JSON.stringify({ errors }));
    },
    close: async () => {},
  };
  const tree = new ProviderTree();
  const root = tree.newRoot('host', '11111111-2222-4333-8444-555555555555', 1);
  tree.updateInventory(root, { CUSTOM_GPU: { total: 1 } });
  const writer = new ProviderWriter(transport, new ProviderCache({ refreshMs: 0, now: () => 0 }));
  return reshape(transport, writer, { current: tree, next: tree, removed: [], allocations: new Map() });
}

/** All else goes well. */
const onReshape = (answer: { status: number; code?: string }) => (path: string) =>
  path === '/reshaper' ? answer : { status: 204 };

const failedWith = (text: RegExp) => (error: unknown) =>
  error instanceof ReshapeFailed && text.test(error.message);

test('a conflict can be planned again, and every other refusal is the end of it', async () => {
  const conflict = reshapeOn(onReshape({ status: 409, code: 'placement.concurrent_update' }));
  await assert.rejects(conflict, PlacementReshapeConflict);
  await assert.rejects(reshapeOn(onReshape({ status: 409 })), failedWith(/could not be moved/));
});

test('one that is too large for one request says which limit to raise', async () => {
  await assert.rejects(
    reshapeOn(onReshape({ status: 413 })),
    failedWith(/for a reason.*four times --max-write-items/),
  );
});

test('whether it was done is told only where it is known', async () => {
  const unknown = failedWith(/^It is not known whether/);
  await assert.rejects(reshapeOn(onReshape({ status: 500 })), unknown);
  const noAnswer = (isUnsent: boolean) =>
    reshapeOn((path) => {
      if (path === '/reshaper') throw new Unreachable('no answer', { isUnsent });
      return { status: 204 };
    });
  await assert.rejects(noAnswer(false), unknown);
  await assert.rejects(noAnswer(true), failedWith(/could not be moved/));
});

test('where a class cannot be made, nothing has been sent, and that is known', async () => {
  const known = failedWith(/^Inventory and allocations could not be moved: /);
  for (const status of [400, 409, 503]) {
    const code = 'placement.concurrent_update';
    await assert.rejects(
      reshapeOn((path) => (path === '/reshaper' ? assert.fail('it was sent') : { status, code })),
      known,
    );
  }
  await assert.rejects(
    reshapeOn(() => {
      throw new Unreachable('no answer', { isUnsent: false });
    }),
    known,
  );
});
