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
      const provider = { index, tree: none } as Provider; // All that is asked of it.
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

  describe('of whole trees, when the world has gone on', () => {
    const form: SummaryForm = {
      isByTree: true,
      ownerOf: ({ root }) => root,
      bytesOf: ({ name, tree }) => Buffer.from([name, ...tree.map((each) => each.name)].join()),
    };
    /** What is asked of providers; who is in which tree is up to the test. */
    interface Place {
      readonly index: number;
      readonly name: string;
      root: Place;
      tree: Place[];
    }
    let index = 0;
    const root = (name: string): Place => {
      const place = { index: index++, name, tree: none } as unknown as Place;
      place.root = place;
      return place;
    };
    const move = (place: Place, to: Place) => {
      place.root.tree = place.root.tree.filter((each) => each !== place);
      place.root = to;
      to.tree = [...to.tree, place];
    };
    const gathering = () => {
      const slots = [{ resources: [{}] }] as unknown as readonly Slot[]; // One that takes something.
      const gathered = new Summaries(form, slots);
      return {
        hold: (anchor: Place, providers: Place[], sharers: Place[]) =>
          gathered.hold([
            { anchor, providers: () => providers, sharers: () => sharers },
          ] as unknown as Parameters<typeof gathered.hold>[0]),
        note: (anchor: Place, provider: Place) =>
          gathered.note([{ anchor, providers: [provider] }] as unknown as Candidate[]),
        parts: () => gathered.parts().map(String),
      };
    };

    test('are of those that providers were in', () => {
      const [host, pool, elsewhere, numa, disk] = ['host', 'pool', 'elsewhere', 'numa', 'disk'].map(root) as [
        Place,
        Place,
        Place,
        Place,
        Place,
      ];
      move(numa, host);
      move(disk, pool);
      const { hold, note, parts } = gathering();
      hold(host, [numa, disk], [disk]);
      move(numa, elsewhere);
      move(disk, elsewhere);
      note(host, numa);
      note(host, disk);
      assert.deepEqual(parts(), ['host,numa', 'pool,disk']);
      // A tree that was not held is as it is now.
      note(elsewhere, numa);
      assert.deepEqual(parts(), ['host,numa', 'pool,disk', 'elsewhere,numa,disk']);
    });

    test('have by itself what came to a tree that is written already', () => {
      const [host, pool, disk, later] = ['host', 'pool', 'disk', 'later'].map(root) as [
        Place,
        Place,
        Place,
        Place,
      ];
      const { hold, note, parts } = gathering();
      note(pool, pool);
      hold(pool, [pool], []);
      move(disk, pool);
      note(host, disk);
      note(host, disk);
      assert.deepEqual(parts(), ['pool', 'disk']);
      // The same, where it is found at a tree that is held only then.
      move(later, pool);
      hold(pool, [pool, later], []);
      hold(host, [later], [later]);
      move(later, host);
      note(pool, later);
      assert.deepEqual(parts(), ['pool', 'disk', 'later']);
    });
  });
});

const none: readonly Provider[] = [];
