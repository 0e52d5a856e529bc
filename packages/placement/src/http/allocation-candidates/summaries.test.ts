import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import { Search } from '@berth/engine/candidates/search.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { given } from '@berth/engine/testing/given.ts';
import { parseQuery } from '@berth/engine/testing/parse-query.ts';
import { versions } from '../versions.ts';
import { type SummaryForm, Summaries, summaryForms } from './summaries.ts';

describe('C15 summaries', () => {
  const world = given(`
    cn1      VCPU:4  agg:A
      numa0  VCPU:4
    cn2      agg:A
      numa2  HW_NUMA_ROOT
    pool
      ss1    DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A
      ss2    DISK_GB:10`);

  /** The names of all providers whose summaries belong to the answer to a query, sorted. */
  function summaries(query: string): string[] {
    const request = parseQuery(query);
    const search = new Search(world, request);
    const form = summaryForms.at(versions.indexOf(request.allowsNested ? '1.29' : '1.28'))?.(request);
    const gathered = new Summaries(form as SummaryForm, search.slots);
    gathered.note(search.take(Infinity));
    const ids = Object.keys(JSON.parse(`{${gathered.parts().join()}}`) as object);
    return ids.map((id) => world.providers.get(id as ProviderId)?.name ?? id).sort();
  }

  test('are given for every provider of every tree that something is taken from', () => {
    assert.deepEqual(summaries('resources=VCPU:1,DISK_GB:1'), ['cn1', 'numa0', 'pool', 'ss1', 'ss2']);
  });

  test("leave out the anchor's tree if nothing is taken from it", () => {
    const search = new Search(world, parseQuery('resources=DISK_GB:1&member_of=A'));
    assert.deepEqual(search.take(1)[0]?.anchor.name, 'cn1');
    assert.deepEqual(summaries('resources=DISK_GB:1&member_of=A'), ['pool', 'ss1', 'ss2']);
  });

  test('leave out the tree of a group without resources', () => {
    const query = 'resources=DISK_GB:1&required_N=HW_NUMA_ROOT&same_subtree=_N';
    assert.deepEqual(summaries(query), ['pool', 'ss1', 'ss2']);
  });

  test('before 1.29 are given just for the providers that something is taken from', () => {
    assert.deepEqual(summaries('resources=VCPU:1,DISK_GB:1&nested=false'), ['cn1', 'numa0', 'ss1']);
  });

  test('are none without candidates', () => {
    assert.deepEqual(summaries('resources=VCPU:5'), []);
  });

  test('are as they were when the world went on, once each, also where an index is given to another provider', () => {
    const words = new Map<Provider, string>();
    const form: SummaryForm = {
      isByTree: false,
      ownerOf: (provider) => provider,
      bytesOf: (provider) => Buffer.from(words.get(provider) ?? ''),
    };
    const host = (index: number, text: string) => {
      const provider = { index } as Provider; // All that is asked of it.
      words.set(provider, text);
      return provider;
    };
    const [first, second] = [host(5, 'first'), host(6, 'second')];
    const slots = [{ resources: [{}] }] as unknown as readonly Slot[]; // One that takes something.
    const gathered = new Summaries(form, slots);
    const note = (...providers: Provider[]) =>
      gathered.note(providers.map((provider) => ({ providers: [provider] }) as unknown as Candidate));
    note(first, first);
    gathered.hold([{ anchor: second, providers: () => [second], sharers: () => [] }]);
    for (const provider of [first, second]) words.set(provider, 'changed since');
    const later = host(5, 'later');
    note(later, first, later, second, later);
    assert.deepEqual(gathered.parts().map(String), ['first', 'later', 'second']);
  });

  test('of whole trees are of those that providers were in when the world went on', () => {
    const roots = new Map<Provider, Provider>();
    const words = new Map<Provider, string>();
    const form: SummaryForm = {
      isByTree: true,
      ownerOf: (provider) => roots.get(provider) ?? provider,
      bytesOf: (owner) => Buffer.from(words.get(owner) ?? ''),
    };
    const [host, pool, elsewhere, numa, disk] = ['host', 'pool', 'elsewhere', '', ''].map((text, index) => {
      const provider = { index } as Provider; // All that is asked of it.
      words.set(provider, text);
      return provider;
    }) as [Provider, Provider, Provider, Provider, Provider];
    roots.set(numa, host).set(disk, pool);
    const slots = [{ resources: [{}] }, { resources: [{}] }] as unknown as readonly Slot[]; // Both take something.
    const gathered = new Summaries(form, slots);
    gathered.hold([{ anchor: host, providers: () => [numa, disk], sharers: () => [disk] }]);
    for (const provider of [host, pool]) words.set(provider, 'changed since');
    roots.set(numa, elsewhere).set(disk, elsewhere);
    gathered.note([{ anchor: host, providers: [numa, disk] }]);
    assert.deepEqual(gathered.parts().map(String), ['host', 'pool']);
    // A tree that was not held is as it is now.
    gathered.note([{ anchor: elsewhere, providers: [numa, numa] }]);
    assert.deepEqual(gathered.parts().map(String), ['host', 'pool', 'elsewhere']);
  });
});
