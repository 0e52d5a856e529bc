import type { Provider } from '../provider.ts';
import { subtreeOf } from '../provider.ts';
import { sharesViaAggregate } from '../trait.ts';
import type { World } from '../world.ts';
import type { Candidate } from './candidate.ts';
import { combine, mayRecur } from './combine.ts';
import type { CompiledRequest } from './compile-request.ts';
import { compileRequest } from './compile-request.ts';
import type { CandidateRequest } from './request.ts';
import { anchorsOf } from './sharing-providers.ts';
import { slotsAt } from './slots.ts';
import { hasAny } from './traits-match.ts';

/**
 * All candidates, generated as they are taken: the first of every tree, then the second of every tree, and so on, so
 * that a few candidates are on as many trees as there are. The rules have numbers: see RULES.md.
 */
export function* search(world: World, request: CandidateRequest): Generator<Candidate> {
  const compiled = compileRequest(world, request);
  if (compiled) yield* withoutRepeats(inTurns(candidatesByAnchor(world, compiled)));
}

function* candidatesByAnchor(world: World, compiled: CompiledRequest): Generator<Iterator<Candidate>> {
  for (const anchor of anchors(world, compiled)) {
    if (!isRightRoot(anchor, compiled.request)) continue;
    const slots = slotsAt(world, anchor, compiled);
    if (slots) yield combine(compiled, anchor, slots);
  }
}

/** C1: each candidate belongs to one tree, its anchor. Where a group names a tree, few trees are left to look at. */
function anchors(world: World, { spread, granular }: CompiledRequest): Iterable<Provider> {
  if (spread?.inTreeRoot) return [spread.inTreeRoot];
  const named = granular.find(({ inTreeRoot }) => inTreeRoot)?.inTreeRoot;
  if (!named) return world.roots;
  const found = new Set([named]);
  for (const provider of subtreeOf(named)) {
    if (!provider.traits.has(sharesViaAggregate)) continue;
    for (const anchor of anchorsOf(world, provider)) found.add(anchor);
  }
  return found;
}

/** C13: root_required is about the anchor, whether or not anything is taken from it. */
function isRightRoot(anchor: Provider, request: CandidateRequest): boolean {
  for (const name of request.rootRequiredTraits) if (!anchor.traits.has(name)) return false;
  return !hasAny(anchor.traits, request.rootForbiddenTraits);
}

/** One from each in turn, until all have ended. A source is not asked for before its turn. */
function* inTurns<Item>(sources: Iterable<Iterator<Item>>): Generator<Item> {
  let waiting: Iterator<Item>[] = [];
  for (const source of sources) {
    const { value, done } = source.next();
    if (done) continue;
    yield value;
    waiting.push(source);
  }
  while (waiting.length > 0) {
    const next: Iterator<Item>[] = [];
    for (const source of waiting) {
      const { value, done } = source.next();
      if (done) continue;
      yield value;
      next.push(source);
    }
    waiting = next;
  }
}

/** C14: what only takes from sharing providers is found at every tree they share with, and given once. */
function* withoutRepeats(candidates: Iterable<Candidate>): Generator<Candidate> {
  const seen = new Set<string>();
  for (const candidate of candidates) {
    if (mayRecur(candidate)) {
      const key = keyOf(candidate);
      if (seen.has(key)) continue;
      seen.add(key);
    }
    yield candidate;
  }
}

function keyOf({ pieces, mappings }: Candidate): string {
  const taken = pieces.map(
    ({ provider, resourceClass, amount }) => `${provider.id} ${resourceClass} ${amount}`,
  );
  const mapped = Array.from(
    mappings,
    ([suffix, providers]) =>
      `${suffix}=${providers
        .map(({ id }) => id)
        .sort()
        .join()}`,
  );
  return [...taken.sort(), ...mapped.sort()].join('\n');
}
