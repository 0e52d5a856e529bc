import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Difference } from './body-differences.ts';
import { compare } from './compare.ts';
import { type Answer, ask, type Request } from './exchange.ts';
import { type Earlier, explained } from './explained.ts';

const answer = (status: number, body: unknown = {}, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  // As Python writes JSON, so that the matchers see what the original sends.
  text: JSON.stringify(body).replaceAll('":', '": ').replaceAll(',"', ', "'),
});

/** The ids that explain all differences of an exchange; "nothing" for a difference that none explains. */
function idsOf(request: Request, a: Answer, b: Answer, earlier: readonly Earlier[] = []): string[] {
  const explain = (difference: Difference): string =>
    explained.find((each) => each.matches(request, a, b, difference, earlier))?.id ?? 'nothing';
  return compare(request, a, b).map(explain);
}

const providers = ask('GET', '/resource_providers', 39);

test('every id is a heading of its own', () => {
  const ids = explained.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
  for (const id of ids) assert.match(id, /^[a-z0-9-]+$/);
});

test('a failure of the original is explained where ours is a refusal, not where ours fails or accepts', () => {
  assert.deepEqual(idsOf(providers, answer(500), answer(400)), ['internal-errors-of-the-original']);
  assert.deepEqual(idsOf(providers, answer(500), answer(503)), ['nothing']);
  assert.deepEqual(idsOf(providers, answer(500), answer(200)), ['nothing']);
  assert.deepEqual(idsOf(providers, answer(200), answer(500)), ['nothing']);
});

test('ours may have the vary header where the original has not, but not the reverse', () => {
  const vary = { vary: 'openstack-api-version' };
  assert.deepEqual(idsOf(providers, answer(404), answer(404, {}, vary)), ['vary-on-every-answer']);
  assert.deepEqual(idsOf(providers, answer(404, {}, vary), answer(404)), ['nothing']);
});

test('ours may know more standard traits, but must know all, and no custom ones besides', () => {
  const all = ask('GET', '/traits', 39);
  const traits = (...names: string[]): Answer => answer(200, { traits: names });
  assert.deepEqual(idsOf(all, traits('HW_A'), traits('HW_A', 'HW_NEW')), ['newer-standard-traits']);
  assert.deepEqual(idsOf(all, traits('HW_A'), traits('HW_NEW')), ['nothing']);
  assert.deepEqual(idsOf(all, traits('HW_A'), traits('HW_A', 'CUSTOM_A')), ['nothing']);
  const filtered = ask('GET', '/traits?name=startswith:HW_', 39);
  assert.deepEqual(idsOf(filtered, traits('HW_A'), traits('HW_A', 'COMPUTE_NEW')), ['nothing']);
});

test('a consumer without its type is explained only where allocations for it were refused before', () => {
  const consumer = ask('GET', '/allocations/c1', 39);
  const typed = (type: string): Answer => answer(200, { consumer_type: type });
  const put = ask('PUT', '/allocations/c1', 39, {});
  assert.deepEqual(idsOf(consumer, typed('INSTANCE'), typed('unknown')), ['nothing']);
  assert.deepEqual(idsOf(consumer, typed('INSTANCE'), typed('unknown'), [{ request: put, a: answer(204) }]), [
    'nothing',
  ]);
  assert.deepEqual(idsOf(consumer, typed('INSTANCE'), typed('unknown'), [{ request: put, a: answer(400) }]), [
    'consumers-left-behind',
  ]);
});

test('more candidates are explained only where sharing providers alone are the unsuffixed group', () => {
  const request = ask('GET', '/allocation_candidates?resources=DISK_GB:1&resources1=VCPU:1', 39);
  const candidates = (...unsuffixed: string[]): Answer =>
    answer(200, {
      allocation_requests: unsuffixed.map((provider) => ({
        allocations: {},
        mappings: { '': [provider], 1: ['p'] },
      })),
      provider_summaries: { p: { traits: [] }, shared: { traits: ['MISC_SHARES_VIA_AGGREGATE'] } },
    });
  assert.deepEqual(idsOf(request, candidates('p'), candidates('p', 'shared')), [
    'unsuffixed-groups-of-sharing-providers',
  ]);
  assert.deepEqual(idsOf(request, candidates('shared'), candidates('shared', 'p')), ['nothing']);
  assert.deepEqual(idsOf(request, candidates('p', 'shared'), candidates('shared')), ['nothing']);
});

test('candidates for a group that only forbids are explained, for one that demands something they are not', () => {
  const none = answer(200, { allocation_requests: [], provider_summaries: {} });
  const one = answer(200, {
    allocation_requests: [{ allocations: {}, mappings: { _A: ['p'] } }],
    provider_summaries: {},
  });
  const query = (text: string): Request => ask('GET', `/allocation_candidates?${text}`, 39);
  const forbids = query('resources_A=VCPU:1&required_B=!HW_A&same_subtree=_A,_B&group_policy=none');
  assert.deepEqual(idsOf(forbids, none, one), ['groups-that-only-forbid']);
  const demands = query('resources_A=VCPU:1&required_B=!HW_A,HW_B&same_subtree=_A,_B&group_policy=none');
  assert.deepEqual(idsOf(demands, none, one), ['nothing']);
});

test('words of Python or SQL may be others, the words before them may not', () => {
  const refusal = (detail: string): Answer => answer(409, { errors: [{ detail }] });
  const post = ask('POST', '/resource_providers/p/inventories', 39, {});
  const original = refusal('Conflict. Update conflict: (sqlite3.IntegrityError) UNIQUE constraint failed: x');
  assert.deepEqual(idsOf(post, original, refusal('Conflict. Update conflict: it is there already')), [
    'sql-in-error-texts',
  ]);
  assert.deepEqual(idsOf(post, original, refusal('Conflict. It is there already')), ['nothing']);
});
