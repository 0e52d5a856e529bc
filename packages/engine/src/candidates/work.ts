/** How much a search may do, and how much of it at one time. */
export interface WorkBounds {
  /** Steps after which it ends with what it has (C18); no bound unless told. */
  readonly stepsMax?: number;
  /** Asked now and then: whether it should pause now, so that others have their turn. Never, unless told. */
  readonly isTimeUp?: () => boolean;
  /** How often that is asked; every 1,000 steps, about a tenth of a millisecond, unless told. */
  readonly stepsBetweenLooks?: number;
}

/**
 * The account of one search. All that can grow with the request or the world is paid for in steps, which cost about the same
 * wherever they are made: to look at one option, one condition of one provider, or one word of a set, some tens of
 * nanoseconds. So what is found does not depend on how busy the machine is, but on the steps alone.
 *
 * Whoever works for the search spends, and asks at places where it can be gone on with later whether it must pause. To have
 * done too much before a pause costs nothing but time, so between two such places there may be some thousand steps.
 */
export class Work {
  readonly #isTimeUp: (() => boolean) | null;
  readonly #stepsMax: number;
  readonly stepsBetweenLooks: number;
  /** What may be spent until somebody is asked. */
  #credit: number;
  /** All that was ever given as credit. */
  #given: number;
  #isOver = false;
  #pauseCount = 0;
  #notesLeft = notesMax;

  constructor({ stepsMax = Infinity, isTimeUp, stepsBetweenLooks = 1_000 }: WorkBounds = {}) {
    this.#stepsMax = stepsMax;
    this.#isTimeUp = isTimeUp ?? null;
    this.stepsBetweenLooks = Math.min(stepsBetweenLooks, stepsMax);
    this.#credit = this.stepsBetweenLooks;
    this.#given = this.stepsBetweenLooks;
  }

  /** Whether it ever is to pause before its end. */
  get canPause(): boolean {
    return this.#isTimeUp !== null;
  }

  get spent(): number {
    return this.#given - this.#credit;
  }

  /** The budget is spent: from now on it must always pause, and there is no going on. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Counts up with every pause: what was seen of the world before may have changed since. */
  get pauseCount(): number {
    return this.#pauseCount;
  }

  spend(steps: number): void {
    this.#credit -= steps;
  }

  /** The same for what is kept until the end of the search, in items of some bytes: memory has a bound too. */
  keep(items: number): void {
    this.#notesLeft -= items;
    this.#credit -= items;
  }

  /** For whoever pauses of their own accord. */
  pause(): void {
    this.#pauseCount++;
  }

  mustPause(): boolean {
    return this.#credit < 0 && this.#look();
  }

  #look(): boolean {
    if (this.#isOver || this.spent >= this.#stepsMax || this.#notesLeft < 0) {
      this.#isOver = true;
      return true;
    }
    this.#given += this.stepsBetweenLooks - this.#credit;
    this.#credit = this.stepsBetweenLooks;
    if (this.#isTimeUp?.() !== true) return false;
    this.#pauseCount++;
    return true;
  }
}

/** What is given instead of a result when the search must pause: it is to be asked again. */
export const paused = Symbol('paused');
export type Paused = typeof paused;

/** Some ten bytes each: what one search can hold on to is bounded by some hundred megabytes, whatever its budget. */
const notesMax = 10_000_000;
