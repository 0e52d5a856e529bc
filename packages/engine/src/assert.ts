/** For what cannot happen: a sentence that says what should have held. */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`This should hold: ${sentence}`);
}

export function unreachable(value: never): never {
  throw new Error(`No case for ${JSON.stringify(value)}`);
}
