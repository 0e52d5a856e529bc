import type { ComputeChange } from './changes.ts';
import type { Compute } from './compute-state.ts';
import type { Series } from './ids.ts';

/** Numbers that one decision gives: several of a series follow each other, and each series is written once. */
export class GivenNumbers {
  readonly #before: Compute['numbers'];
  readonly #last = new Map<Series, number>();

  constructor({ numbers }: Pick<Compute, 'numbers'>) {
    this.#before = numbers;
  }

  next(series: Series): number {
    const number = (this.#last.get(series) ?? this.#before.get(series) ?? 0) + 1;
    this.#last.set(series, number);
    return number;
  }

  changes(): readonly ComputeChange[] {
    return Array.from(this.#last, ([series, last]) => ({ kind: 'numbers-given', series, last }) as const);
  }
}
