import type { ComputeChange } from './changes.ts';
import type { Compute } from './compute-state.ts';
import type { Series } from './ids.ts';

/** The next number of a series, with the change that gives it. */
export function nextNumber(
  { numbers }: Pick<Compute, 'numbers'>,
  series: Series,
): { readonly number: number; readonly given: ComputeChange } {
  const number = (numbers.get(series) ?? 0) + 1;
  return { number, given: { kind: 'numbers-given', series, last: number } };
}
