import type { Domain } from './domain.ts';

/** A command on its way, with what it wants to know afterwards and whom to tell. */
export interface Submission<World, Command, Change> {
  readonly command: Command;
  readonly read: (world: World, changes: readonly Change[]) => unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Commands that become durable together. Each is decided against the world in which those before it have
 * happened.
 *
 * What always holds: `changes` is what the commands that were not refused ask for, in order. The world has all
 * of those that were staged, and after `redo`; and none after `undo`.
 */
export class CommandGroup<World, Command, Change> {
  /** Those that have been staged. */
  readonly submissions: Submission<World, Command, Change>[] = [];
  readonly changes: Change[] = [];
  readonly #world: World;
  readonly #domain: Domain<World, Command, Change>;
  /** One for each change the world has, in the same order. */
  readonly #inverses: Change[] = [];
  /** What to tell each submission once the group is durable, in their order. */
  readonly #tell: (() => void)[] = [];

  constructor(world: World, domain: Domain<World, Command, Change>) {
    this.#world = world;
    this.#domain = domain;
  }

  /** Decides and applies one more command. Throws only what `apply` throws; then the world is not to be trusted. */
  stage(submission: Submission<World, Command, Change>): void {
    this.submissions.push(submission);
    this.#stage(submission);
  }

  undo(): void {
    this.#takeBack(0);
  }

  /** Applies the changes once more, to the world they were decided against. */
  redo(): void {
    for (const change of this.changes) this.#inverses.push(this.#domain.apply(this.#world, change));
  }

  /**
   * Answers all. Refusals wait for this too: one may rest on a change of a command before it, which is nobody's
   * business until it is durable.
   */
  settle(): void {
    for (const tell of this.#tell) tell();
  }

  reject(reason: unknown): void {
    for (const submission of this.submissions) submission.reject(reason);
  }

  #stage({ command, read, resolve, reject }: Submission<World, Command, Change>): void {
    let decided: readonly Change[];
    try {
      decided = this.#domain.decide(this.#world, command);
    } catch (refusal) {
      this.#tell.push(() => reject(refusal));
      return;
    }
    const before = this.changes.length;
    for (const change of decided) {
      this.#inverses.push(this.#domain.apply(this.#world, change));
      this.changes.push(change);
    }
    try {
      const answer = read(this.#world, decided);
      this.#tell.push(() => resolve(answer));
    } catch (error) {
      // Nobody would learn of the effect, so there is to be none.
      this.#takeBack(before);
      this.changes.length = before;
      this.#tell.push(() => reject(error));
    }
  }

  #takeBack(length: number): void {
    for (const inverse of this.#inverses.splice(length).reverse()) this.#domain.apply(this.#world, inverse);
  }
}
