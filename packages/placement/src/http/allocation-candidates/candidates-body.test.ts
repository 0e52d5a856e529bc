import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { isLazy, type ResponseBody } from '@berth/api-kit/response.ts';
import { apply } from '@berth/engine/apply.ts';
import type { Candidate, Slot } from '@berth/engine/candidates/candidate.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import { Search } from '@berth/engine/candidates/search.ts';
import { paused, Work } from '@berth/engine/candidates/work.ts';
import { decide } from '@berth/engine/decide.ts';
import { capacityOf } from '@berth/engine/inventory.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { Refusal } from '@berth/engine/refusals.ts';
import { arbitraryCommand, arbitraryWorldInUse } from '@berth/engine/testing/arbitrary-command.ts';
import { arbitraryQuery } from '@berth/engine/testing/arbitrary-query.ts';
import { given } from '@berth/engine/testing/given.ts';
import { id } from '@berth/engine/testing/names.ts';
import { parseQuery } from '@berth/engine/testing/parse-query.ts';
import { topOf, treeBelow } from '@berth/engine/testing/tree.ts';
import { withRealGenerations } from '@berth/engine/testing/with-real-generations.ts';
import type { WorldState } from '@berth/engine/world.ts';
import fc from 'fast-check';
import { type Version, versions } from '../versions.ts';
import { CandidatesBody, candidatesJson } from './candidates-body.ts';
import { OutputBufferPool } from '../output-buffer-pool.ts';
import { encodeTree } from './encoded-provider.ts';

/** Which parts the answer has: one version for each form. */
const forms = [
  ['1.10', { isListed: true, asked: true, traits: false, tree: false, mappings: false }],
  ['1.12', { isListed: false, asked: true, traits: false, tree: false, mappings: false }],
  ['1.17', { isListed: false, asked: true, traits: true, tree: false, mappings: false }],
  ['1.27', { isListed: false, asked: false, traits: true, tree: false, mappings: false }],
  ['1.29', { isListed: false, asked: false, traits: true, tree: true, mappings: false }],
  ['1.34', { isListed: false, asked: false, traits: true, tree: true, mappings: true }],
] as const satisfies readonly (readonly [Version, Form])[];

interface Form {
  readonly isListed: boolean;
  /** Whether summaries show only the classes that were asked for. */
  readonly asked: boolean;
  readonly traits: boolean;
  readonly tree: boolean;
  readonly mappings: boolean;
}

test('what is written is what the objects one would make say, in the form of every version, whatever has changed since', () => {
  let candidateCount = 0;
  assertProperty(
    fc.property(
      arbitraryWorldInUse(),
      fc.array(arbitraryQuery(), { minLength: 1, maxLength: 2 }),
      fc.array(arbitraryCommand(), { maxLength: 6 }),
      (text, queries, commands) => {
        const world = given(text);
        // Summaries are kept until their provider changes, so the same is asked again after every change.
        candidateCount += compareAll(world, queries);
        for (const command of commands) {
          if (carriedOut(world, command)) candidateCount += compareAll(world, queries);
        }
      },
    ),
    150,
  );
  afterAllCases(() => assert.ok(candidateCount > 500, `${candidateCount} candidates were compared`));
});

function compareAll(world: WorldState, queries: readonly string[]): number {
  let count = 0;
  for (const query of queries) {
    const request = parseQuery(query);
    const search = searchOrNothing(world, request);
    if (search === null) continue;
    const candidates = search.take(10);
    for (const [version, form] of forms) {
      const text = textOf(candidatesJson(request, new Search(world, request), 10, versions.indexOf(version)));
      const parsed: unknown = JSON.parse(text);
      const expected: string = JSON.stringify(plain(request, search.slots, candidates, form));
      assert.deepEqual(inAnyOrder(parsed), inAnyOrder(JSON.parse(expected)));
      assert.equal(JSON.stringify(parsed), text, 'no key is there twice, and no blank');
    }
    count += candidates.length;
  }
  return count;
}

/** In the list that old clients get, the order of providers means nothing. */
function inAnyOrder(answer: unknown): unknown {
  const { allocation_requests: requests, ...rest } = answer as {
    allocation_requests: { allocations: object }[];
  };
  const sorted = requests.map(({ allocations, ...candidate }) => ({
    ...candidate,
    allocations: Array.isArray(allocations)
      ? allocations.map((each: unknown) => JSON.stringify(each)).sort()
      : allocations,
  }));
  return { ...rest, allocation_requests: sorted };
}

function textOf(body: ResponseBody): string {
  assert.ok(typeof body === 'object', 'the body is bytes, in parts, or lazy');
  return body instanceof Uint8Array
    ? Buffer.from(body).toString()
    : Buffer.concat(Array.from(body, (part) => Buffer.from(part))).toString();
}

test('an answer that is made while the world changes is true tree by tree', () => {
  let pauseCount = 0;
  let changeCount = 0;
  let candidateCount = 0;
  assertProperty(
    fc.property(
      arbitraryWorldInUse(),
      arbitraryQuery(),
      fc.constantFrom(...forms),
      fc.constantFrom(1, 10, 40),
      fc.constantFrom(1, 20),
      fc.array(fc.tuple(fc.nat({ max: 4 }), arbitraryCommand()), { maxLength: 6 }),
      (text, query, [version, form], stepsBetweenLooks, wanted, changes) => {
        const world = given(text);
        const request = parseQuery(query);
        const moments = [momentOf(world, request, form)];
        const ahead = changes.map(([wait, command]) => ({ wait, command }));
        const between = () => {
          pauseCount++;
          if (ahead[0] === undefined || ahead[0].wait-- > 0) return;
          if (carriedOut(world, (ahead.shift() as { command: Parameters<typeof decide>[1] }).command)) {
            moments.push(momentOf(world, request, form));
          }
        };
        const work = new Work({ isTimeUp: () => true, stepsBetweenLooks });
        const search = new Search(world, request, { work, wanted, onTree: encodeTree });
        const sizes = { bytesAtOnce: 400, chunkBytes: 200, batchSlots: 3 };
        const body = new CandidatesBody(request, search, 20, versions.indexOf(version), { sizes });
        const made: Uint8Array[] = [];
        let bytes = body.make();
        for (; bytes === paused; bytes = body.make()) between();
        for (const chunk of isLazy(bytes) ? bytes : [Buffer.from(textOf(bytes))]) {
          made.push(Buffer.from(chunk));
          between();
        }
        const answer = JSON.parse(textOf(made)) as Answered;
        if (moments.length === 1) {
          const plainly = new Search(world, request);
          const expected = JSON.stringify(plain(request, plainly.slots, plainly.take(20), form));
          assert.deepEqual(inAnyOrder(answer), inAnyOrder(JSON.parse(expected)));
        }
        assertTrueTreeByTree(answer, moments, form);
        changeCount += moments.length - 1;
        candidateCount += answer.allocation_requests.length;
      },
    ),
    500,
  );
  afterAllCases(() =>
    assert.ok(pauseCount > 1_000 && changeCount > 100 && candidateCount > 500, 'there is enough to see'),
  );
});

interface Answered {
  readonly allocation_requests: { readonly allocations: object }[];
  readonly provider_summaries: Record<string, object>;
}

/** All candidates and summaries there are at one moment, as text. */
interface Moment {
  readonly candidates: ReadonlySet<string>;
  readonly summaries: ReadonlySet<string>;
}

function momentOf(world: WorldState, request: CandidateRequest, form: Form): Moment {
  const search = searchOrNothing(world, request);
  const found = search?.take(Infinity) ?? [];
  const asked = form.asked ? askedOf(request) : null;
  return {
    candidates: new Set(
      found.map((candidate) => sortedText(plainCandidate(search?.slots ?? [], candidate, form))),
    ),
    summaries: new Set(
      Array.from(world.providers.values(), (provider) =>
        sortedText({ [provider.id]: plainSummary(provider, asked, form) }),
      ),
    ),
  };
}

function assertTrueTreeByTree(answer: Answered, moments: readonly Moment[], form: Form): void {
  for (const candidate of answer.allocation_requests) {
    const text = sortedText(candidate);
    assert.ok(
      moments.some(({ candidates }) => candidates.has(text)),
      `${text} was never so`,
    );
    for (const id of idsIn(candidate, form))
      assert.ok(id in answer.provider_summaries, `${id} is summarised`);
  }
  for (const [id, summary] of Object.entries(answer.provider_summaries)) {
    const text = sortedText({ [id]: summary });
    assert.ok(
      moments.some(({ summaries }) => summaries.has(text)),
      `${text} was never so`,
    );
  }
}

function idsIn({ allocations }: Answered['allocation_requests'][number], form: Form): string[] {
  if (!form.isListed) return Object.keys(allocations);
  const listed = allocations as { resource_provider: { uuid: string } }[];
  return listed.map(({ resource_provider: { uuid } }) => uuid);
}

/** With keys and lists in order, since their order means nothing. */
function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).sort().join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${key}:${sortedText(each)}`);
  return `{${entries.sort().join()}}`;
}

function askedOf({ groups }: CandidateRequest): ReadonlySet<string> {
  return new Set(groups.flatMap(({ resources }) => [...resources.keys()]));
}

/** Null if a trait of the request has been removed meanwhile. */
function searchOrNothing(world: WorldState, request: CandidateRequest): Search | null {
  try {
    return new Search(world, request);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function carriedOut(world: WorldState, command: Parameters<typeof decide>[1]): boolean {
  try {
    for (const change of decide(world, withRealGenerations(world, command))) apply(world, change);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function plain(
  request: CandidateRequest,
  slots: readonly Slot[],
  candidates: readonly Candidate[],
  form: Form,
): unknown {
  const asked = askedOf(request);
  const taken = candidates.flatMap(({ providers }) =>
    providers.filter((_, index) => slots[index]?.resources.length !== 0),
  );
  const shown = new Set(form.tree ? taken.flatMap((provider) => treeBelow(topOf(provider))) : taken);
  return {
    allocation_requests: candidates.map((candidate) => plainCandidate(slots, candidate, form)),
    provider_summaries: Object.fromEntries(
      Array.from(shown, (provider) => [provider.id, plainSummary(provider, form.asked ? asked : null, form)]),
    ),
  };
}

function plainCandidate(slots: readonly Slot[], { providers }: Candidate, form: Form): unknown {
  const amounts: Record<string, Record<string, number>> = {};
  const mappings: Record<string, string[]> = {};
  for (const [index, { suffix, resources }] of slots.entries()) {
    const id: string = providers[index]?.id ?? '';
    const ofProvider = (amounts[id] ??= {});
    for (const [name, amount] of resources) ofProvider[name] = (ofProvider[name] ?? 0) + amount;
    mappings[suffix] = [...new Set([...(mappings[suffix] ?? []), id])];
  }
  const entries = Object.entries(amounts).filter(([, resources]) => Object.keys(resources).length > 0);
  return {
    allocations: form.isListed
      ? entries.map(([uuid, resources]) => ({ resource_provider: { uuid }, resources }))
      : Object.fromEntries(entries.map(([uuid, resources]) => [uuid, { resources }])),
    ...(form.mappings ? { mappings } : {}),
  };
}

function plainSummary(provider: Provider, asked: ReadonlySet<string> | null, form: Form): unknown {
  const resources = Array.from(provider.inventories, ([name, inventory]) => {
    const used = [...provider.consumers]
      .flatMap((consumer) => consumer.allocations)
      .filter((held) => held.provider === provider && held.resourceClass === name)
      .reduce((sum, { amount }) => sum + amount, 0);
    return [name, { capacity: Math.trunc(capacityOf(inventory)), used }] as const;
  });
  return {
    resources: Object.fromEntries(resources.filter(([name]) => asked === null || asked.has(name))),
    ...(form.traits ? { traits: [...provider.traits] } : {}),
    ...(form.tree
      ? { parent_provider_uuid: provider.parent?.id ?? null, root_provider_uuid: topOf(provider).id }
      : {}),
  };
}

test('no candidates are an answer too', () => {
  const world = given('cn1 VCPU:1');
  const request = parseQuery('resources=VCPU:2');
  const search = new Search(world, request);
  const text = textOf(candidatesJson(request, search, 9, versions.indexOf('1.39')));
  assert.equal(text, '{"allocation_requests":[],"provider_summaries":{}}');
});

test('when many large answers wait to be read, more of them are made piece by piece, and say the same', () => {
  const hosts = Array.from({ length: 2_000 }, (_, number) => `cn${number} VCPU:1`).join('\n');
  const world = given(hosts);
  const request = parseQuery('resources=VCPU:1');
  const buffers = new OutputBufferPool();
  const answer = (): ResponseBody => {
    const search = new Search(world, request);
    const body = new CandidatesBody(request, search, 9_999, versions.indexOf('1.39'), { buffers }).make();
    assert.ok(body !== paused);
    return body;
  };
  const firstPieces = Array.from({ length: 60 }, () => {
    const body = answer();
    assert.ok(isLazy(body));
    const chunks = body[Symbol.iterator]();
    return { chunks, length: chunks.next().value?.length ?? 0 };
  });
  const lengths = firstPieces.map(({ length }) => length);
  assert.ok((lengths[0] ?? 0) > 500_000, `${lengths[0]} bytes at once`);
  assert.ok((lengths.at(-1) ?? 0) < 200_000, `${lengths.at(-1)} bytes at once`);
  const later = textOf(answer());
  for (const { chunks } of firstPieces) chunks.return?.();
  assert.equal(textOf(answer()), later);
});

test('groups by number are mapped by their number', () => {
  const world = given(`
    cn1     DISK_GB:4
      nic0  SRIOV_NET_VF:2`);
  const request = parseQuery('resources=DISK_GB:1&resources2=SRIOV_NET_VF:1&resources1=SRIOV_NET_VF:1');
  const search = new Search(world, request);
  const text = textOf(candidatesJson(request, search, 9, versions.indexOf('1.39')));
  const { allocation_requests: requests } = JSON.parse(text) as { allocation_requests: unknown[] };
  const [cn1, nic0] = [id('cn1'), id('nic0')];
  assert.deepEqual(requests, [
    {
      allocations: { [cn1]: { resources: { DISK_GB: 1 } }, [nic0]: { resources: { SRIOV_NET_VF: 2 } } },
      mappings: { '': [cn1], '1': [nic0], '2': [nic0] },
    },
  ]);
});
