/**
 * A rule about what is chosen for several slots together. Slots may be filled in any order; they are given back in reverse. Options
 * are named by their positions among the members of the tree. All that a rule needs of the world it knows from the beginning.
 */
export interface Constraint {
  /** Whether a position may be chosen for a slot, as far as can be told at a glance. */
  allows(slot: number, position: number): boolean;
  /** Chooses it, which was allowed; false, and nothing is chosen, when that leaves no way to keep the rule. */
  take(slot: number, position: number): boolean;
  giveBack(slot: number, position: number): void;
  /**
   * Whether the slots that are not filled can be, as far as this rule alone can tell without trying; true when it
   * cannot.
   */
  leavesRoom(effort: Effort): boolean;

  /*
   * Which choices come to the same: of two options of the same slots that are of one kind and in the same state, whatever can be
   * done with one can be done with the other.
   */
  /** Null: like no other. */
  kindOf(position: number): string | null;
  isInSameState(one: number, other: number): boolean;
}

/** What may still be looked at to find something out; below 0 it is left open. */
export interface Effort {
  left: number;
}
