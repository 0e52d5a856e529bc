import type { Provider } from '../provider.ts';
import type { World } from '../world.ts';
import type { CompiledGroup, CompiledRequest } from './compile-request.ts';
import { hasRoom, isInAny, isInEach, meets, type Need } from './conjunction.ts';
import { membersOf } from './tree-members.ts';
import { type Contention, type TreePlan, treePlanOf } from './tree-plan.ts';
import type { TreeShape } from './tree-shape.ts';
import { type Paused, paused, type Work } from './work.ts';

/** What was seen of a tree: who may fill each slot. All of it at one moment. */
export interface TreeView {
  readonly anchor: Provider;
  readonly plan: TreePlan;
  /** The providers of the tree, then those that share with it. */
  readonly members: readonly Provider[];
  /** So many of them, at the beginning, are of the tree. */
  readonly treeLength: number;
  /** For each slot, the positions among the members of those that may fill it, in ascending order. */
  readonly options: Options;
  /** Who is below whom; null where nobody asks. */
  readonly shape: TreeShape | null;
  /** For the positions that may fill a slot of the group without a suffix: which of its lists of traits they meet (C3). */
  readonly traitsMet: ReadonlyMap<number, readonly number[]> | null;
  /** For each class that several slots take of: what is left of it at each position; -1 where nobody would take. */
  readonly left: readonly (readonly number[])[];
  /** By position, a number for its tree; null where nobody asks. */
  readonly trees: readonly number[] | null;
}

export type Options = readonly (readonly number[])[];

/**
 * One look at a tree, for the providers that may fill each slot. Where that takes long it can pause; if the tree or those that
 * share with it change meanwhile, it begins anew, so that what is seen is of one moment.
 */
export class TreeLook {
  #anchor: Provider | null = null;
  readonly #world: World;
  readonly #work: Work;
  #compiled: CompiledRequest;
  #plan: TreePlan;
  #members: readonly Provider[] = [];
  #memberCount = 0;
  #sharers: readonly Provider[] = [];
  #shape: TreeShape | null = null;
  /** Whether the root meets the aggregates of the group without a suffix, for all of its tree. */
  #rootIsMember = false;
  #options: (readonly number[])[] = [];
  /** The slot that is being looked at, the next position, and who was found for it so far. */
  #slot = 0;
  #position = 0;
  readonly #found: number[] = [];
  #foundCount = 0;
  #traitsMet: Map<number, readonly number[]> | null = null;
  #isBegun = false;
  #moment = '';
  #pauseCount: number;
  #beginnings = 0;

  constructor(world: World, compiled: CompiledRequest, work: Work) {
    this.#world = world;
    this.#compiled = compiled;
    this.#plan = treePlanOf(compiled);
    this.#work = work;
    this.#pauseCount = work.pauseCount;
  }

  /** Whether it is in the middle of a tree. */
  get isBusy(): boolean {
    return this.#anchor !== null;
  }

  /** From now on it looks at this tree. */
  turnTo(anchor: Provider): void {
    this.#anchor = anchor;
    this.#isBegun = false;
    this.#beginnings = 0;
  }

  /** It would not stand still: there may be something at this tree. */
  get wasDisturbed(): boolean {
    return this.#beginnings > maxBeginnings;
  }

  /** Null when one of the slots cannot be filled. */
  look(compiled: CompiledRequest): TreeView | null | Paused {
    const anchor = this.#anchor as Provider; // It was turned to one.
    const view = this.#lookAtAll(anchor, compiled);
    if (view === paused) this.#moment = this.#momentOf(anchor);
    else this.#anchor = null;
    return view;
  }

  #lookAtAll(anchor: Provider, compiled: CompiledRequest): TreeView | null | Paused {
    if (this.#pauseCount !== this.#work.pauseCount) {
      this.#pauseCount = this.#work.pauseCount;
      if (compiled !== this.#compiled || this.#moment !== this.#momentOf(anchor)) this.#isBegun = false;
      if (compiled !== this.#compiled) this.#plan = treePlanOf(compiled);
      this.#compiled = compiled;
    }
    if (!this.#isBegun && !this.#begin(anchor)) return null;
    const outcome = this.#fillOptions(anchor);
    if (outcome !== true) return outcome;
    if (this.#traitsMet !== null && this.#noteTraits(this.#traitsMet) === paused) return paused;
    const { request } = this.#compiled;
    return {
      anchor,
      plan: this.#plan,
      members: this.#members,
      treeLength: this.#memberCount - this.#sharers.length,
      options: this.#options,
      shape: this.#shape,
      traitsMet: this.#traitsMet,
      left:
        this.#plan.contended.length === 0
          ? nothingLeft
          : this.#plan.contended.map((each) => this.#leftFor(each)),
      trees: request.allowsNested ? null : treesOf(this.#members),
    };
  }

  /** The same as long as nothing has changed that is looked at. */
  #momentOf({ treeRevision, tree }: Provider): string {
    let revisions = 0;
    for (const { revision, root } of this.#sharers) revisions += revision + root.treeRevision;
    return `${treeRevision} ${tree.length} ${this.#world.sharingRevision} ${revisions}`;
  }

  #begin(anchor: Provider): boolean {
    if (++this.#beginnings > maxBeginnings) return false;
    // Whatever has happened while it waited for its turn: it may have gone, or be no root any more.
    if (this.#pauseCount > 0 && !this.#isStillAnchor(anchor)) return false;
    const { spread } = this.#compiled;
    if (spread && !this.#isPlaceFor(anchor, spread)) return false;
    const members = membersOf(this.#world, anchor);
    this.#sharers = members.sharers;
    this.#shape = this.#plan.subtrees.length > 0 ? members.shape : null;
    this.#members = this.#shape?.members ?? members.all;
    // A tree's list may become longer while we look: what is added is at its end.
    this.#memberCount = this.#members.length;
    if (this.#shape) this.#work.spend(4 * this.#memberCount);
    this.#options = this.#plan.blank.options.slice();
    this.#slot = 0;
    this.#position = 0;
    this.#foundCount = 0;
    this.#traitsMet = spread && spread.required.length > 0 ? new Map() : null;
    this.#isBegun = true;
    return true;
  }

  /** C8: aggregates of the root count for the whole tree: for being a member of them, and for being ruled out by them. */
  #isPlaceFor(anchor: Provider, { memberOf, forbiddenAggregates, inTreeRoot }: CompiledGroup): boolean {
    this.#rootIsMember = isInEach(anchor, memberOf);
    return (inTreeRoot === null || inTreeRoot === anchor) && !isInAny(anchor, forbiddenAggregates);
  }

  #isStillAnchor(anchor: Provider): boolean {
    return (
      this.#world.providers.get(anchor.id) === anchor &&
      anchor.parent === null &&
      meets(anchor, this.#compiled.root)
    );
  }

  /** True when it is done; null when nobody can fill a slot. */
  #fillOptions(anchor: Provider): true | null | Paused {
    const work = this.#work;
    const options = this.#options;
    const { sameAs, stepsOf } = this.#plan;
    for (let slot = this.#slot; slot < options.length; slot = ++this.#slot) {
      const same = sameAs[slot] as number;
      if (same < slot) {
        options[slot] = options[same] as readonly number[];
        continue;
      }
      if (this.#lookAtMembers(anchor, slot, stepsOf[slot] as number) === paused) return paused;
      if (this.#foundCount === 0) return null;
      // A copy, which is no larger than it must be: many trees are kept.
      options[slot] = this.#found.slice(0, this.#foundCount);
      work.keep(this.#foundCount);
      this.#position = 0;
      this.#foundCount = 0;
      if (work.mustPause()) {
        this.#slot++;
        return paused;
      }
    }
    return true;
  }

  /** Who may fill a slot; so many of them at a time as take no longer than until the next look at the clock. */
  #lookAtMembers(anchor: Provider, slot: number, steps: number): Paused | undefined {
    const work = this.#work;
    const count = this.#memberCount;
    for (let from = this.#position; from < count; from = this.#position) {
      const isShort = (count - from) * steps <= work.stepsBetweenLooks;
      const to = isShort ? count : Math.min(count, from + 1 + Math.floor(work.stepsBetweenLooks / steps));
      work.spend((to - from) * steps);
      this.#lookAt(anchor, slot, from, to);
      this.#position = to;
      if (to < count && work.mustPause()) return paused;
    }
    return undefined;
  }

  #lookAt(anchor: Provider, slot: number, from: number, to: number): void {
    const { spread, granular, spreadCount } = this.#compiled;
    const members = this.#members;
    const found = this.#found;
    let count = this.#foundCount;
    if (slot < spreadCount) {
      const group = spread as CompiledGroup; // It has slots.
      const need = group.needs[slot] as Need;
      for (let position = from; position < to; position++) {
        const provider = members[position] as Provider;
        if (hasRoom(provider, need) && this.#mayServe(provider, anchor, group)) found[count++] = position;
      }
    } else {
      const { asked, inTreeRoot } = granular[slot - spreadCount] as CompiledGroup;
      for (let position = from; position < to; position++) {
        const provider = members[position] as Provider;
        // C7: a suffixed group is served by one provider, which meets all its conditions itself.
        if ((inTreeRoot === null || provider.root === inTreeRoot) && meets(provider, asked))
          found[count++] = position;
      }
    }
    this.#foundCount = count;
  }

  /** C8: the group without a suffix may be spread over the tree and its sharers, class by class: by those that it allows. */
  #mayServe(
    provider: Provider,
    anchor: Provider,
    { memberOf, forbiddenTraits, forbiddenAggregates, inTreeRoot }: CompiledGroup,
  ): boolean {
    const isOfTree = provider.root === anchor;
    return (
      // A tree that is asked for by name is asked for alone.
      (isOfTree || inTreeRoot === null) &&
      ((isOfTree && this.#rootIsMember) || isInEach(provider, memberOf)) &&
      !isInAny(provider, forbiddenTraits) &&
      !isInAny(provider, forbiddenAggregates)
    );
  }

  #leftFor({ need }: Contention): number[] {
    const left: number[] = [];
    for (let position = 0; position < this.#memberCount; position++) {
      left.push(need.stock.leftAt(this.#members[position] as Provider));
    }
    return left;
  }

  #noteTraits(met: Map<number, readonly number[]>): Paused | undefined {
    const { required } = this.#compiled.spread as CompiledGroup;
    for (let slot = 0; slot < this.#compiled.spreadCount; slot++) {
      for (const position of this.#options[slot] as readonly number[]) {
        if (met.has(position)) continue;
        const provider = this.#members[position] as Provider;
        const lists: number[] = [];
        for (let list = 0; list < required.length; list++) {
          if (isInAny(provider, required[list] as CompiledGroup['required'][number])) lists.push(list);
        }
        met.set(position, lists);
        this.#work.spend(required.length);
        this.#work.keep(1 + lists.length);
        if (this.#work.mustPause()) return paused;
      }
    }
    return undefined;
  }
}

/** Often enough for whoever is not out to prevent it. */
const maxBeginnings = 4;

const nothingLeft: readonly (readonly number[])[] = [];

function treesOf(members: readonly Provider[]): number[] {
  const numbers = new Map<Provider, number>();
  return members.map(({ root }) => numbers.getOrInsertComputed(root, () => numbers.size));
}
