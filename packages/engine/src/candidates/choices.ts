import type { Constraint } from './constraints/constraint.ts';
import { Isolation } from './constraints/isolation.ts';
import { OnePerTree } from './constraints/one-per-tree.ts';
import { RoomLeft } from './constraints/room-left.ts';
import { firstAtLeast, SameSubtree } from './constraints/same-subtree.ts';
import { TraitCover } from './constraints/trait-cover.ts';
import type { Options, TreeView } from './tree-look.ts';
import type { Contention } from './tree-plan.ts';
import type { Work } from './work.ts';

/** What is chosen for the slots at one tree, under all rules about several of them together. */
export class Choices {
  readonly options: Options;
  readonly constraints: readonly Constraint[];
  readonly subtrees: readonly SameSubtree[];
  readonly memberCount: number;
  /** By slot: the position that fills it; -1: none does. The rules look at it too. */
  readonly chosen: number[];
  /** By slot: how much it takes in all, so that it can be seen which is the hardest to fill. */
  readonly weights: readonly number[];

  constructor(view: TreeView, work: Work) {
    const { compiled, blank, contended, subtrees, weights } = view.plan;
    const { spread, spreadCount, isIsolated } = compiled;
    const chosen = blank.chosen.slice();
    const constraints: Constraint[] = [];
    for (let index = 0; index < contended.length; index++) {
      constraints.push(
        new RoomLeft(
          contended[index] as Contention,
          view.left[index] as readonly number[],
          view.options,
          chosen,
        ),
      );
    }
    if (isIsolated) constraints.push(new Isolation(spreadCount, view.options, chosen));
    if (spread && spread.required.length > 0) constraints.push(new TraitCover(spread, spreadCount, view));
    this.subtrees =
      subtrees.length === 0 ? noSubtrees : subtrees.map((each) => new SameSubtree(each, view, chosen, work));
    for (const subtree of this.subtrees) constraints.push(subtree);
    if (view.trees !== null) constraints.push(new OnePerTree(view.trees));
    this.options = view.options;
    this.constraints = constraints;
    this.memberCount = view.members.length;
    this.chosen = chosen;
    this.weights = weights;
  }

  /** Which of a slot's options can be chosen at all as things are: from this one on. */
  firstOf(slot: number): number {
    if (this.subtrees.length === 0) return 0;
    let from = 0;
    for (const subtree of this.subtrees) from = Math.max(from, subtree.from(slot));
    return from > 0 ? firstAtLeast(this.options[slot] as readonly number[], from) : 0;
  }

  /** And up to this one. */
  endOf(slot: number): number {
    const options = this.options[slot] as readonly number[];
    if (this.subtrees.length === 0) return options.length;
    let to = Infinity;
    for (const subtree of this.subtrees) to = Math.min(to, subtree.to(slot));
    return to < Infinity ? firstAtLeast(options, to) : options.length;
  }

  allows(slot: number, position: number): boolean {
    for (const constraint of this.constraints) if (!constraint.allows(slot, position)) return false;
    return true;
  }

  /** What is allowed may still turn out to leave no way to keep a rule: then it is false, and nothing is chosen. */
  take(slot: number, position: number): boolean {
    const { constraints } = this;
    for (let index = 0; index < constraints.length; index++) {
      if ((constraints[index] as Constraint).take(slot, position)) continue;
      while (--index >= 0) (constraints[index] as Constraint).giveBack(slot, position);
      return false;
    }
    this.chosen[slot] = position;
    return true;
  }

  giveBack(slot: number): void {
    const position = this.chosen[slot] as number;
    for (const constraint of this.constraints) constraint.giveBack(slot, position);
    this.chosen[slot] = -1;
  }
}

const noSubtrees: readonly SameSubtree[] = [];
