import { sharesViaAggregate } from '../trait.ts';
import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';
import { possibleAnchors } from './anchors.ts';
import { canBeFilled } from './can-be-filled.ts';
import type { Candidate, Slot } from './candidate.ts';
import { mappingsOf, piecesOf } from './candidate.ts';
import { Combinations } from './combine.ts';
import type { CompiledRequest } from './compile-request.ts';
import { compileRequest } from './compile-request.ts';
import { optionsAt } from './options.ts';
import type { CandidateRequest } from './request.ts';

/**
 * Breadth first: the first of every tree, then the second of every tree, and so on, so that a few candidates are on as
 * many trees as there are. Depth first: all of a tree before the next.
 */
export type CandidateOrder = 'breadth-first' | 'depth-first';

export interface SearchOptions {
  readonly order?: CandidateOrder;
  /** Puts the trees into another order, for callers that want it to be random. */
  readonly shuffle?: (roots: Provider[]) => Provider[];
}

/**
 * A search for candidates, which are generated as they are taken. The rules have numbers: see RULES.md.
 *
 * It looks at the world as it goes on, so it must be taken from without waiting in between.
 */
export class Search {
  readonly slots: readonly Slot[];
  readonly #world: World;
  readonly #compiled: CompiledRequest | null;
  readonly #anchors: Iterator<Provider>;
  readonly #isDepthFirst: boolean;
  /** Those whose turn in this round is still to come. */
  #waiting: Combinations[] = [];
  /** Those that have had their turn in this round. */
  #given: Combinations[] = [];
  readonly #seen = new Set<string>();

  constructor(world: World, request: CandidateRequest, { order, shuffle }: SearchOptions = {}) {
    this.#world = world;
    this.#compiled = compileRequest(world, request);
    this.slots = this.#compiled?.slots ?? [];
    const anchors = this.#compiled ? possibleAnchors(world, this.#compiled) : [].values();
    this.#anchors = shuffle ? shuffle([...anchors]).values() : anchors;
    this.#isDepthFirst = order === 'depth-first';
  }

  /** The next candidate, or null when there are no more. */
  next(): Candidate | null {
    for (let source = this.#nextSource(); source; source = this.#nextSource()) {
      const candidate = source.next();
      if (!candidate) continue;
      (this.#isDepthFirst ? this.#waiting : this.#given).push(source);
      if (!this.#isRepeat(candidate)) return candidate;
    }
    return null;
  }

  take(max: number): Candidate[] {
    const candidates: Candidate[] = [];
    while (candidates.length < max) {
      const candidate = this.next();
      if (!candidate) break;
      candidates.push(candidate);
    }
    return candidates;
  }

  /** First every tree once, each being looked at when its turn comes; then those that are left, in rounds. */
  #nextSource(): Combinations | null {
    if (this.#isDepthFirst && this.#waiting.length > 0) return this.#waiting.pop() ?? null;
    for (let next = this.#anchors.next(); !next.done; next = this.#anchors.next()) {
      const anchor = next.value;
      const compiled = this.#compiled as CompiledRequest; // There are anchors only where it is one.
      const options = optionsAt(this.#world, anchor, compiled);
      if (options && canBeFilled(compiled, options)) return new Combinations(compiled, anchor, options);
    }
    if (this.#waiting.length === 0) {
      // Taken from the end, hence reversed.
      this.#waiting = this.#given.reverse();
      this.#given = [];
    }
    return this.#waiting.pop() ?? null;
  }

  /** C14: what only takes from sharing providers is found at every tree they share with, and given once. */
  #isRepeat(candidate: Candidate): boolean {
    if (this.#world.sharersByAggregate.size === 0) return false;
    if (!candidate.providers.every(({ traits }) => traits.has(sharesViaAggregate))) return false;
    const key = keyOf(this.slots, candidate);
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }
}

function keyOf(slots: readonly Slot[], candidate: Candidate): string {
  const taken = piecesOf(slots, candidate).map(
    ({ provider, resourceClass, amount }) => `${provider.id} ${resourceClass} ${amount}`,
  );
  const mapped = Array.from(mappingsOf(slots, candidate), ([suffix, providers]) => {
    const ids = providers.map(({ id }) => id).sort();
    return `${suffix}=${ids.join()}`;
  });
  return [...taken.sort(), ...mapped.sort()].join('\n');
}
