import type { Provider } from '../provider.ts';
import { ProviderSet } from '../provider-set.ts';
import { Refusal } from '../refusals.ts';
import type { World } from '../world.ts';
import { possibleAnchors } from './anchors.ts';
import type { Candidate, Slot } from './candidate.ts';
import { tired } from './combine.ts';
import { type CompiledRequest, compileRequest, meansTheSame } from './compile-request.ts';
import { loneConjunction, LoneTrees } from './lone-trees.ts';
import { OpenTree } from './open-tree.ts';
import { ProviderScan } from './provider-scan.ts';
import type { CandidateRequest } from './request.ts';
import { GivenOnce } from './given-once.ts';
import { TreeLook } from './tree-look.ts';
import { type Paused, paused, Work } from './work.ts';

/**
 * Breadth first: the first of every tree, then the second of every tree, and so on, so that a few candidates are on as
 * many trees as there are. Depth first: all of a tree before the next.
 */
export type CandidateOrder = 'breadth-first' | 'depth-first';

export interface SearchOptions {
  readonly order?: CandidateOrder;
  /** Puts the trees into another order, for callers that want it to be random. */
  readonly shuffle?: ((roots: Provider[]) => Provider[]) | undefined;
  /** How much may be done, and when to pause; without bounds unless told. */
  readonly work?: Work;
  /**
   * After how much that was in vain the search is more careful: 32 trees, whereupon the others are sieved first, and 50 ways
   * at a tree, whereupon it asks of each whether it can lead anywhere; unless told.
   */
  readonly vainMax?: number;
  /** Steps at a tree without a candidate after which the others have their turn first; 20,000 unless told. */
  readonly patience?: number;
  /** About how many candidates will be taken, so that memory is spared for few; all, unless told. */
  readonly wanted?: number;
  /** Called with the root of each tree at which there may be candidates, for what has to be done then; says how many steps it took. */
  readonly onTree?: ((root: Provider) => number) | undefined;
}

/**
 * A search for candidates, which are generated as they are taken. The rules have numbers: see RULES.md.
 *
 * It may be paused, and the world may change until it is gone on with. Then what it gives is true tree by tree: all that is given of
 * a tree was so at one moment, when the search came to it. Without a pause all of it is of one moment.
 */
export class Search {
  readonly slots: readonly Slot[];
  readonly work: Work;
  readonly #world: World;
  readonly #request: CandidateRequest;
  readonly #options: SearchOptions;
  readonly #isDepthFirst: boolean;
  /** As far as is known, there are trees enough for all candidates that are wanted: one that has given one is not come back to. */
  #isFirstRoundEnough: boolean;
  #compiled: CompiledRequest | null;
  readonly #loneTrees: LoneTrees;
  /** Finds trees of one provider, each of which is a candidate. */
  #lone: ProviderScan | null = null;
  /** Those that were looked at in vain. */
  readonly #vain = { count: 0 };
  /** The roots of other trees; made when they are needed, which is mostly never. */
  #anchors: Iterator<Provider | Paused> | null = null;
  #look: TreeLook | null = null;
  /** Those whose turn in this round is still to come. */
  #waiting: OpenTree[] = [];
  /** Those that have had their turn in this round. */
  #given: OpenTree[] = [];
  /** The one whose turn it is. */
  #current: OpenTree | null = null;
  #once: GivenOnce | null = null;
  #disturbedCount = 0;
  /** The work's count of pauses when the world was looked at last. */
  #pauseCount = 0;
  #indexRevision: number;
  #opened: OpenTree[] = [];

  constructor(world: World, request: CandidateRequest, options: SearchOptions = {}) {
    this.#world = world;
    this.#request = request;
    this.#options = options;
    this.work = options.work ?? new Work();
    this.#indexRevision = world.indexRevision;
    this.#compiled = compileRequest(world, request);
    this.slots = this.#compiled?.slots ?? [];
    this.#isDepthFirst = options.order === 'depth-first';
    this.#isFirstRoundEnough = !this.#isDepthFirst && (options.wanted ?? Infinity) <= world.roots.size;
    this.#loneTrees = new LoneTrees(world);
    this.#lone = this.#compiled && this.#loneScan(this.#compiled);
  }

  /** C18: it ended before it was at the end, so there may be more candidates than were found. */
  get isCut(): boolean {
    return this.work.isOver || this.#disturbedCount > 0;
  }

  /** The next candidate, or null when there are no more. */
  step(): Candidate | null | Paused {
    if (this.work.isOver) return null;
    if (this.#pauseCount !== this.work.pauseCount) this.#lookAgain();
    const found = this.#nextLone() ?? this.#nextOfTrees();
    // At the end of its budget it pauses for ever.
    return found === paused && this.work.isOver ? null : found;
  }

  /** The same, whether or not it ought to pause. */
  next(): Candidate | null {
    for (;;) {
      const found = this.step();
      if (found !== paused) return found;
    }
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

  /** The world may change from now on until it is gone on with. It is so without being said after it has paused by itself. */
  pause(): void {
    this.work.pause();
  }

  /**
   * The trees that were come to since this was asked last. What is told of them besides has to be noted before the world
   * changes.
   */
  takeOpened(): readonly OpenTree[] {
    const opened = this.#opened;
    this.#opened = [];
    return opened;
  }

  #nextLone(): Candidate | null | Paused {
    if (this.#lone === null || this.#options.shuffle) return null;
    const lone = this.#lone.next();
    if (lone === null) this.#lone = null;
    if (lone === null || lone === paused) return lone;
    this.#tell(lone);
    const { length } = this.slots;
    this.work.spend(length);
    const providers: Provider[] = [];
    for (let slot = 0; slot < length; slot++) providers.push(lone);
    return { anchor: lone, providers };
  }

  #nextOfTrees(): Candidate | null | Paused {
    for (;;) {
      const tree = this.#current ?? this.#nextTree();
      if (tree === null || tree === paused) return tree;
      this.#current = tree;
      const candidate = tree.next();
      if (candidate === paused) return paused;
      if (candidate !== null && candidate !== tired) {
        this.#once ??= new GivenOnce(this.#world, this.work);
        // C14: what only takes from sharing providers is found at every tree they share with, and given once.
        if (!this.#once.isNew(candidate)) continue;
        this.#current = null;
        if (this.#isFirstRoundEnough) tree.rest();
        (this.#isDepthFirst ? this.#waiting : this.#given).push(tree);
        return candidate;
      }
      this.#current = null;
      if (candidate === tired) this.#given.push(tree);
    }
  }

  /** C17: first every tree once; then those that have more, in rounds. */
  #nextTree(): OpenTree | null | Paused {
    if (this.#isDepthFirst && this.#waiting.length > 0) return this.#waiting.pop() ?? null;
    const next = this.#openNext();
    if (next !== null) return next;
    if (this.#waiting.length === 0) {
      this.#isFirstRoundEnough = false;
      // Taken from the end, hence reversed.
      this.#waiting = this.#given.reverse();
      this.#given = [];
    }
    return this.#waiting.pop() ?? null;
  }

  /** The next tree that has not had a turn yet, and can be filled. */
  #openNext(): OpenTree | null | Paused {
    const { work } = this;
    const compiled = this.#compiled;
    if (compiled === null) return null;
    const anchors = (this.#anchors ??= this.#anchorsOf(compiled));
    for (;;) {
      if (!this.#look?.isBusy) {
        const anchor = anchors.next();
        if (anchor.done) return null;
        if (anchor.value === paused) return paused;
        this.#look ??= new TreeLook(this.#world, compiled, work);
        this.#look.turnTo(anchor.value);
      }
      const look = this.#look;
      const view = look.look(compiled);
      if (view === paused) return paused;
      if (look.wasDisturbed) this.#disturbedCount++;
      const tree = view && new OpenTree(view, work, this.#options);
      if (tree?.canBeFilled) {
        this.#tell(tree.anchor);
        if (work.canPause) this.#opened.push(tree);
        return tree;
      }
      this.#vain.count++;
    }
  }

  #tell(root: Provider): void {
    const { onTree } = this.#options;
    if (onTree) this.work.spend(onTree(root));
  }

  #loneScan(compiled: CompiledRequest): ProviderScan | null {
    const asked = loneConjunction(this.#loneTrees, compiled);
    return asked && new ProviderScan(this.#world.roster, asked, this.work);
  }

  #anchorsOf(compiled: CompiledRequest): Iterator<Provider | Paused> {
    const { vainMax, shuffle } = this.#options;
    const anchors = possibleAnchors(this.#world, compiled, {
      lone: this.#loneTrees,
      seen: new ProviderSet(this.#world.roster),
      vain: this.#vain,
      vainMax,
      work: this.work,
    });
    return shuffle ? inOrder(this.#lone, anchors, shuffle) : anchors;
  }

  /**
   * The world may have changed during a pause. Scans find their way by themselves; but names may have come to mean something or
   * have ceased to, and what is looked at from now on has to be looked at by what they mean now.
   */
  #lookAgain(): void {
    const isFirst = this.#pauseCount === 0;
    this.#pauseCount = this.work.pauseCount;
    this.#once?.lookAgain();
    const before = this.#compiled;
    if (before === null) return;
    // Where a provider is that was named may change without that.
    const isNamed = this.#request.groups.some(({ conditions }) => conditions.inTree !== null);
    if (this.#indexRevision !== this.#world.indexRevision || isNamed) {
      this.#indexRevision = this.#world.indexRevision;
      this.#compiled = recompiled(this.#world, this.#request, before);
    }
    if (isFirst) this.#loneTrees.hold();
    if (this.#lone === null || (this.#compiled === before && !isFirst)) return;
    const asked = this.#compiled && loneConjunction(this.#loneTrees, this.#compiled);
    this.#lone = asked && this.#lone.continuedWith(asked);
  }
}

/** The same object where names mean the same as before. Null: nobody can meet it any more, or a name is not known any more. */
function recompiled(
  world: World,
  request: CandidateRequest,
  before: CompiledRequest,
): CompiledRequest | null {
  try {
    const compiled = compileRequest(world, request);
    return compiled && meansTheSame(compiled, before) ? before : compiled;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** All roots in another order. They are gathered first, and looked at when their turn comes. */
function* inOrder(
  lone: ProviderScan | null,
  anchors: Iterator<Provider | Paused>,
  shuffle: (roots: Provider[]) => Provider[],
): Generator<Provider | Paused> {
  const roots: Provider[] = [];
  for (let root = lone?.next() ?? null; root !== null; root = lone?.next() ?? null) {
    if (root === paused) yield paused;
    else roots.push(root);
  }
  for (let next = anchors.next(); !next.done; next = anchors.next()) {
    if (next.value === paused) yield paused;
    else roots.push(next.value);
  }
  yield* shuffle(roots);
}
