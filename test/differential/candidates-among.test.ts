import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Candidates, candidatesAmong } from './candidates-among.ts';

const candidate = (provider: string): Candidates['allocation_requests'][number] => ({
  allocations: { [provider]: { resources: { VCPU: 1 } } },
});
const summaries = (...providers: string[]): Candidates['provider_summaries'] =>
  Object.fromEntries(providers.map((provider) => [provider, { root_provider_uuid: provider[0] ?? '' }]));

/** Two trees, a and b; the first with a child. */
const all: Candidates = {
  allocation_requests: [candidate('a'), candidate('a1'), candidate('b')],
  provider_summaries: summaries('a', 'a1', 'b'),
};
const where = (count: number, ours: Candidates): string[] =>
  candidatesAmong(all, count, ours).map((difference) => difference.where);

test('any candidates of all will do, with the summaries of their trees', () => {
  assert.deepEqual(
    where(1, { allocation_requests: [candidate('b')], provider_summaries: summaries('b') }),
    [],
  );
  assert.deepEqual(
    where(1, { allocation_requests: [candidate('a1')], provider_summaries: summaries('a', 'a1') }),
    [],
  );
});

test('too few candidates are a difference', () => {
  assert.deepEqual(where(2, { allocation_requests: [candidate('b')], provider_summaries: summaries('b') }), [
    'candidates count',
  ]);
});

test('a candidate that is not one of all, or is there twice, is a difference', () => {
  const stray = { allocation_requests: [candidate('b'), candidate('c')], provider_summaries: summaries('b') };
  assert.deepEqual(where(2, stray), ['candidates stray']);
  const twice = { allocation_requests: [candidate('b'), candidate('b')], provider_summaries: summaries('b') };
  assert.deepEqual(where(2, twice), ['candidates stray']);
});

test('a summary too many, too few or of other content is a difference', () => {
  const ours = (given: Candidates['provider_summaries']): Candidates => ({
    allocation_requests: [candidate('a')],
    provider_summaries: given,
  });
  assert.deepEqual(where(1, ours(summaries('a', 'a1', 'b'))), ['candidates summaries']);
  assert.deepEqual(where(1, ours(summaries('a'))), ['candidates summaries']);
  assert.deepEqual(where(1, ours({ a: { root_provider_uuid: 'x' }, a1: { root_provider_uuid: 'a' } })), [
    'candidates summary',
  ]);
});
