/**
 * What the committer has to know of a domain: how commands are decided, and what changes do. Pure on both
 * sides: the same world and the same command give the same changes.
 */
export interface Domain<World, Command, Change> {
  /** The changes the command asks for, none if nothing is to do. Throws a refusal; changes nothing itself. */
  decide(world: World, command: Command): readonly Change[];
  /** Changes the world and returns the change that undoes it. Never refuses: what was decided can be applied. */
  apply(world: World, change: Change): Change;
  /**
   * How much a command is to decide, to apply and to store, in units that take about the same time; 1 for the smallest. Each is
   * 1 where this is absent.
   */
  sizeOf?(world: World, command: Command): number;
  /** About how much a change holds, for whoever keeps many of them; 1 for the smallest, and each is 1 where this is absent. */
  weightOf?(change: Change): number;
}
