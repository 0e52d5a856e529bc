import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import { apply } from '../apply.ts';
import { type Command, decide } from '../decide.ts';
import type { Provider } from '../provider.ts';
import { Refusal } from '../refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from '../testing/arbitrary-command.ts';
import { arbitraryQuery } from '../testing/arbitrary-query.ts';
import { arbitraryWorldToSearch } from '../testing/arbitrary-world.ts';
import { given } from '../testing/given.ts';
import { parseQuery } from '../testing/parse-query.ts';
import { type ReferenceCandidate, referenceSearch } from '../testing/reference-search.ts';
import { withRealGenerations } from '../testing/with-real-generations.ts';
import type { World, WorldState } from '../world.ts';
import type { Candidate, Slot } from './candidate.ts';
import type { CandidateRequest } from './request.ts';
import { Search, type SearchOptions } from './search.ts';
import { paused, Work } from './work.ts';

const backwards = <Item>(items: Item[]) => items.toReversed();
const arbitraryOptions = fc.constantFrom<SearchOptions>(
  {},
  { vainMax: 0 },
  { order: 'depth-first' },
  { shuffle: backwards },
  { patience: 5, vainMax: 0 },
  // Trees rest after their first candidate, though they will be come back to.
  { wanted: 1 },
  { wanted: 1, patience: 5, vainMax: 0 },
);
/** The shortest time there is, and some longer ones. */
const arbitrarySteps = fc.constantFrom(1, 1, 5, 20, 60);

/** All that a search finds which pauses as often as it can; `between` is called in every pause. */
function foundInPauses(
  world: World,
  request: CandidateRequest,
  options: SearchOptions,
  stepsBetweenLooks: number,
  between: () => void,
): { candidates: Candidate[]; search: Search; pauseCount: number } {
  const work = new Work({ isTimeUp: () => true, stepsBetweenLooks });
  const search = new Search(world, request, { ...options, work });
  const candidates: Candidate[] = [];
  for (let step = search.step(); step !== null; step = search.step()) {
    if (step === paused) between();
    else candidates.push(step);
    assert.ok(work.pauseCount < 200_000, 'it comes to an end');
  }
  return { candidates, search, pauseCount: work.pauseCount };
}

test('pauses change nothing as long as the world does not change', () => {
  let pauseCount = 0;
  assertProperty(
    fc.property(
      arbitraryWorldToSearch(),
      arbitraryQuery(),
      arbitraryOptions,
      arbitrarySteps,
      (text, query, options, steps) => {
        const world = given(text);
        const request = parseQuery(query);
        const atOnce = new Search(world, request, options).take(Infinity);
        const found = foundInPauses(world, request, options, steps, () => {});
        // A tired tree lets others go first, so that what they have in common is found there.
        const inOrder = (list: readonly Candidate[]) =>
          options.patience === undefined ? list.map(namesOf) : list.map(providersOf).sort();
        assert.deepEqual(inOrder(found.candidates), inOrder(atOnce));
        assert.equal(found.search.isCut, false);
        pauseCount += found.pauseCount;
      },
    ),
    1000,
  );
  afterAllCases(() => assert.ok(pauseCount > 10_000, `there were ${pauseCount} pauses`));
});

test('whatever changes during pauses, what is found was so at one moment, and what stays as it is is found', () => {
  let changeCount = 0;
  let foundCount = 0;
  let lastingCount = 0;
  assertProperty(
    fc.property(
      arbitraryWorldInUse(),
      arbitraryQuery(),
      arbitraryOptions,
      arbitrarySteps,
      fc.array(fc.tuple(fc.nat({ max: 5 }), arbitraryCommand()), { minLength: 1, maxLength: 6 }),
      (text, query, options, steps, changes) => {
        const world = given(text);
        const request = parseQuery(query);
        const moments = [momentOf(world, request)];
        const ahead = changes.map(([wait, command]) => ({ wait, command }));
        const { candidates, search } = foundInPauses(world, request, options, steps, () => {
          if (ahead[0] === undefined || ahead[0].wait-- > 0) return;
          if (!carriedOut(world, ahead[0].command)) {
            ahead.shift();
            return;
          }
          ahead.shift();
          moments.push(momentOf(world, request));
        });
        const found = candidates.map((candidate) => keyOf(search.slots, candidate));
        const everSo = new Set(moments.flatMap(({ keys }) => [...keys.keys()]));
        for (const key of found) assert.ok(everSo.has(key), `${key} was never so`);
        const lasting = lastingOf(moments);
        for (const key of lasting) assert.ok(search.isCut || found.includes(key), `${key} was always so`);
        changeCount += moments.length - 1;
        foundCount += found.length;
        lastingCount += lasting.length;
      },
    ),
    1500,
  );
  afterAllCases(() =>
    assert.ok(
      changeCount > 500 && foundCount > 500 && lastingCount > 300,
      `${changeCount} changes, ${foundCount} found, ${lastingCount} lasting`,
    ),
  );
});

/** What there is at one moment, and of how each tree was then. */
interface Moment {
  readonly keys: ReadonlyMap<string, string>;
}

/** Candidates, with all that they depend on: who their trees are, and how often these have changed. */
function momentOf(world: World, request: CandidateRequest): Moment {
  const found = referenceSearch(world, request);
  return { keys: new Map(found.map((candidate) => [referenceKey(candidate), stateOf(world, candidate)])) };
}

function stateOf(world: World, { anchors, served }: ReferenceCandidate): string {
  const roots = new Set<Provider>([...anchors, ...served.map(({ provider }) => provider.root)]);
  const revisions = [...roots].map(({ id, treeRevision }) => `${id} ${treeRevision}`).sort();
  return [world.sharingRevision, world.traits.size, world.classes.size, ...revisions].join();
}

/** Those that were there all the time, and whose trees have not changed. */
function lastingOf(moments: readonly Moment[]): string[] {
  const [first, ...others] = moments as [Moment, ...Moment[]];
  return [...first.keys].flatMap(([key, state]) =>
    others.every(({ keys }) => keys.get(key) === state) ? [key] : [],
  );
}

function keyOf(slots: readonly Slot[], { providers }: Candidate): string {
  return slots
    .map(({ suffix, resources }, slot) => {
      const name = suffix === '' ? `:${resources[0]?.[0]}` : suffix;
      return `${name}=${providers[slot]?.id}`;
    })
    .sort()
    .join();
}

function referenceKey({ served }: ReferenceCandidate): string {
  return served
    .map(({ group, resources, provider }) => {
      const name = group.suffix === '' ? `:${resources[0]?.[0]}` : group.suffix;
      return `${name}=${provider.id}`;
    })
    .sort()
    .join();
}

function namesOf(candidate: Candidate): string {
  return `${candidate.anchor.name}: ${providersOf(candidate)}`;
}

function providersOf({ providers }: Candidate): string {
  return providers.map(({ name }) => name).join();
}

function carriedOut(world: WorldState, command: Command): boolean {
  try {
    for (const change of decide(world, withRealGenerations(world, command))) apply(world, change);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
