import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ComputeState } from '../compute-state.ts';
import { giveAddresses } from './give-addresses.ts';

const network = { id: 'n', name: 'private', first: 10, last: 100_000 };

test('each server gets the lowest that are left, and what was asked for by name is left out', () => {
  const given = giveAddresses(new ComputeState(), network, [11, null], 1);
  assert.deepEqual(
    given?.flat().map(({ address }) => address),
    ['0.0.0.11', '0.0.0.10'],
  );
  assert.equal(giveAddresses(new ComputeState(), { ...network, last: 11 }, [null], 3), null);
});

test('many are given without going through those given before for each of them', () => {
  const start = performance.now();
  const given = giveAddresses(new ComputeState(), network, [null], 50_000);
  assert.equal(new Set(given?.flat().map(({ address }) => address)).size, 50_000);
  assert.ok(performance.now() - start < 5_000);
});
