import type { Provider } from '../provider.ts';
import { sharesViaAggregate } from '../trait.ts';
import type { World } from '../world.ts';
import { possibleAnchors } from './anchors.ts';
import type { Candidate, Slot } from './candidate.ts';
import { mappingsOf, piecesOf } from './candidate.ts';
import { Combinations } from './combine.ts';
import type { CompiledRequest } from './compile-request.ts';
import { compileRequest } from './compile-request.ts';
import { loneConjunction } from './lone-trees.ts';
import { optionsAt } from './options.ts';
import { ProviderScan } from './provider-scan.ts';
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
  /**
   * After how much that was in vain the search is more careful: 32 trees, whereupon the others are sieved first, and 50 choices
   * at a tree, whereupon it avoids what comes to the same; unless told.
   */
  readonly vainMax?: number;
  /** How many choices are tried at a tree for its next candidate before it is given up; 20,000 unless told. */
  readonly maxSteps?: number;
  /** Told whenever a tree is given up (C18). */
  readonly onGivenUp?: (root: Provider) => void;
}

/**
 * A search for candidates, which are generated as they are taken. The rules have numbers: see RULES.md.
 *
 * It looks at the world as it goes on, so it must be taken from without waiting in between, unless it is held.
 */
export class Search {
  readonly slots: readonly Slot[];
  readonly #isDepthFirst: boolean;
  /** Trees of one provider, each of which is a candidate. */
  #lone: Iterator<Provider>;
  /** Other trees that have not had a turn yet; a tree is looked at when its turn comes. */
  #trees: Iterator<Combinations>;
  /** Those whose turn in this round is still to come. */
  #waiting: Combinations[] = [];
  /** Those that have had their turn in this round. */
  #given: Combinations[] = [];
  #sharers: Membership;
  readonly #seen = new Set<string>();
  #givenUp = 0;
  readonly #onGivenUp: (root: Provider) => void;

  constructor(world: World, request: CandidateRequest, options: SearchOptions = {}) {
    const { order, shuffle, vainMax } = options;
    const compiled = compileRequest(world, request);
    this.slots = compiled?.slots ?? [];
    this.#isDepthFirst = order === 'depth-first';
    this.#onGivenUp = options.onGivenUp ?? (() => {});
    this.#sharers = world.providersByTrait.get(sharesViaAggregate) ?? noProviders;
    const vain = { count: 0 };
    const lone = compiled ? loneTrees(world, compiled) : noProviders.values();
    const anchors = compiled ? possibleAnchors(world, compiled, vain, vainMax) : noProviders.values();
    this.#lone = shuffle ? noProviders.values() : lone;
    const roots = shuffle ? shuffle([...lone, ...anchors]).values() : anchors;
    this.#trees = compiled ? openTrees(world, compiled, roots, vain, options) : [].values();
  }

  /** C18: trees at which, or after which, there may be more candidates than were found. */
  get givenUp(): number {
    return this.#givenUp;
  }

  /** The next candidate, or null when there are no more. */
  next(): Candidate | null {
    const lone = this.#lone.next();
    if (!lone.done) return { anchor: lone.value, providers: this.slots.map(() => lone.value) };
    for (let tree = this.#nextTree(); tree && this.#givenUp < maxGivenUp; tree = this.#nextTree()) {
      const candidate = this.#nextOf(tree);
      if (!candidate) continue;
      (this.#isDepthFirst ? this.#waiting : this.#given).push(tree);
      return candidate;
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

  /**
   * Looks at all trees that are still to come, so that the search can be gone on with while the world changes: what it
   * finds is true of this moment. Answers with the providers that may be found, some of them more than once.
   */
  hold(): Provider[] {
    const lone = [...iterable(this.#lone)];
    const trees = [...iterable(this.#trees)];
    this.#lone = lone.values();
    this.#trees = trees.values();
    this.#sharers = new Set(this.#sharers);
    const ahead = lone.slice();
    for (const tree of [...trees, ...this.#waiting, ...this.#given]) {
      tree.hold();
      for (const providers of tree.options) for (const provider of providers) ahead.push(provider);
    }
    return ahead;
  }

  /** C17: first every tree once; then those that have more, in rounds. */
  #nextTree(): Combinations | null {
    if (this.#isDepthFirst && this.#waiting.length > 0) return this.#waiting.pop() ?? null;
    const next = this.#trees.next();
    if (!next.done) return next.value;
    if (this.#waiting.length === 0) {
      // Taken from the end, hence reversed.
      this.#waiting = this.#given.reverse();
      this.#given = [];
    }
    return this.#waiting.pop() ?? null;
  }

  /** C14: what only takes from sharing providers is found at every tree they share with, and given once. */
  #nextOf(tree: Combinations): Candidate | null {
    for (let candidate = tree.next(); candidate; candidate = tree.next()) {
      if (!candidate.providers.every((provider) => this.#sharers.has(provider))) return candidate;
      const key = keyOf(this.slots, candidate);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      return candidate;
    }
    if (tree.gaveUp) {
      this.#givenUp++;
      this.#onGivenUp(tree.anchor);
    }
    return null;
  }
}

/** A tree that is given up has cost some tenths of a second. */
const maxGivenUp = 5;

type Membership = Iterable<Provider> & { has(provider: Provider): boolean };

const noProviders: ReadonlySet<Provider> = new Set();

function loneTrees(world: World, compiled: CompiledRequest): IteratorObject<Provider> {
  const asked = loneConjunction(world, compiled);
  return asked ? new ProviderScan(world.roster, asked)[Symbol.iterator]() : noProviders.values();
}

function* openTrees(
  world: World,
  compiled: CompiledRequest,
  anchors: Iterable<Provider>,
  vain: { count: number },
  bounds: Pick<SearchOptions, 'maxSteps' | 'vainMax'>,
): Generator<Combinations> {
  for (const anchor of anchors) {
    const options = optionsAt(world, anchor, compiled);
    const tree = options && new Combinations(compiled, anchor, options, bounds);
    if (tree?.canBeFilled) yield tree;
    else vain.count++;
  }
}

function iterable<Item>(iterator: Iterator<Item>): Iterable<Item> {
  return { [Symbol.iterator]: () => iterator };
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
