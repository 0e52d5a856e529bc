import type { Value } from '../projection.ts';

/** A statement with its values: one for each parameter, or a list of them. */
export interface Statement {
  /** By which the server knows it once it has prepared it. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly (Value | readonly Value[])[];
}

/** The same name for the same text. A domain has a few dozen. */
export function statement(text: string, values: Statement['values']): Statement {
  const name = names.getOrInsertComputed(text, () => `berth_${names.size + 1}`);
  return { name, text, values };
}

const names = new Map<string, string>();
