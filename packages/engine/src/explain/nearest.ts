import type { Failure, TreeFailure } from './failure.ts';

/**
 * The few trees that are nearest to having a candidate: those that miss the fewest of the things asked for; of these, those
 * that got furthest; of these, those that lack the smallest part of an amount; then those that came first.
 */
export class Nearest {
  readonly #max: number;
  readonly #failures: TreeFailure[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether a failure might be among the nearest if hardly anything were missing: else that need not be counted. */
  isWorthCounting(failure: Failure): boolean {
    const last = this.#failures[this.#max - 1];
    return this.#max > 0 && (last === undefined || isNearer({ ...failure, unmet: 1 }, last));
  }

  consider(failure: TreeFailure): void {
    let place = this.#failures.length;
    while (place > 0 && isNearer(failure, this.#failures[place - 1] as TreeFailure)) place--;
    if (place >= this.#max) return;
    this.#failures.splice(place, 0, failure);
    if (this.#failures.length > this.#max) this.#failures.pop();
  }

  get failures(): readonly TreeFailure[] {
    return this.#failures;
  }
}

type Distance = Pick<TreeFailure, 'unmet' | 'stage' | 'shortfall'>;

function isNearer(a: Distance, b: Distance): boolean {
  if (a.unmet !== b.unmet) return a.unmet < b.unmet;
  if (a.stage !== b.stage) return a.stage > b.stage;
  return a.shortfall < b.shortfall;
}
