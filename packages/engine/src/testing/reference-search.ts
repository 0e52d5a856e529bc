import type { CandidateRequest, RequestGroup } from '../candidates/request.ts';
import type { ClassName } from '../ids.ts';
import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';
import {
  c10Isolation,
  c11SameSubtree,
  c12OnePerTree,
  c13RootRequired,
  c2Room,
  c3RequiredTraits,
  c3RequiredTraitsTogether,
  c4ForbiddenTraits,
  c5Aggregates,
  c6SharesWith,
  c7InTree,
  c8Aggregates,
  c8InTree,
  c9Sums,
  type Part,
  type Served,
} from './reference-rules.ts';
import { showCandidate } from './show-candidate.ts';
import { topOf } from './tree.ts';

export interface ReferenceCandidate {
  readonly text: string;
  /** The trees at which it is found; more than one if it takes from sharers alone (C14). */
  readonly anchors: Set<Provider>;
  readonly served: readonly Served[];
}

/**
 * The search as RULES.md has it and nothing else: every provider for every part at every root, in all combinations,
 * then whatever breaks a rule is thrown away. It is here to be compared with, so it is plain and slow, and shares no
 * code with the search. Names that nobody knows (C16) and the order (C17) are not its matter.
 */
export function referenceSearch(world: World, request: CandidateRequest): ReferenceCandidate[] {
  const found = new Map<string, ReferenceCandidate>();
  const parts = request.groups.flatMap(partsOf);
  const everybody = [...world.providers.values()];
  for (const anchor of everybody.filter(({ parent }) => parent === null)) {
    const servers = parts.map((part) =>
      everybody.filter(
        (provider) => c1Belongs(world, provider, anchor) && serves(world, part, provider, anchor),
      ),
    );
    for (const providers of everyChoice(servers)) {
      const served = parts.map((part, index) => ({ ...part, provider: providers[index] as Provider }));
      if (!holdsTogether(world, request, served, anchor)) continue;
      // C14: what is the same is one candidate, wherever it was found.
      const text = textOf(served);
      const known = found.get(text);
      if (known) known.anchors.add(anchor);
      else found.set(text, { text, anchors: new Set([anchor]), served });
    }
  }
  return [...found.values()];
}

function partsOf(group: RequestGroup): Part[] {
  if (group.suffix !== '') return [{ group, resources: [...group.resources] }];
  return Array.from(group.resources, (resource) => ({ group, resources: [resource] }));
}

function c1Belongs(world: World, provider: Provider, anchor: Provider): boolean {
  return topOf(provider) === anchor || c6SharesWith(world, provider, anchor);
}

/** What can be said of one provider for one part. */
function serves(world: World, { group, resources }: Part, provider: Provider, anchor: Provider): boolean {
  const { conditions, suffix } = group;
  const hasRoom = resources.every(([name, amount]) => c2Room(world, provider, name, amount));
  if (!hasRoom || !c4ForbiddenTraits(provider, conditions)) return false;
  if (suffix === '') {
    return c8Aggregates(provider, anchor, conditions) && c8InTree(provider, anchor, conditions);
  }
  return (
    c3RequiredTraits(provider, conditions) &&
    c5Aggregates(provider, conditions) &&
    c7InTree(provider, conditions)
  );
}

/** What can only be said of all together. */
function holdsTogether(
  world: World,
  request: CandidateRequest,
  served: readonly Served[],
  anchor: Provider,
): boolean {
  return (
    c3RequiredTraitsTogether(served) &&
    c9Sums(world, served) &&
    c10Isolation(request, served) &&
    c11SameSubtree(request, served) &&
    c12OnePerTree(request, served) &&
    c13RootRequired(request, anchor)
  );
}

function* everyChoice<Item>(lists: readonly (readonly Item[])[]): Generator<Item[]> {
  const [first, ...others] = lists;
  if (first === undefined) yield [];
  else for (const item of first) for (const rest of everyChoice(others)) yield [item, ...rest];
}

function textOf(served: readonly Served[]): string {
  const pieces = new Map<string, { provider: string; resourceClass: ClassName; amount: number }>();
  const mappings = new Map<string, Set<string>>();
  for (const { group, resources, provider } of served) {
    for (const [resourceClass, amount] of resources) {
      const key = `${provider.id} ${resourceClass}`;
      const before = pieces.get(key)?.amount ?? 0;
      pieces.set(key, { provider: provider.name, resourceClass, amount: before + amount });
    }
    mappings.set(group.suffix, (mappings.get(group.suffix) ?? new Set()).add(provider.name));
  }
  return showCandidate(
    [...pieces.values()],
    new Map(Array.from(mappings, ([suffix, names]) => [suffix, [...names]])),
  );
}
