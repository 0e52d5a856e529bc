/** The end of a `switch` over all cases of a union: a case that was forgotten does not compile. */
export function unreachable(value: never): never {
  throw new Error(`This case is not foreseen: ${JSON.stringify(value)}`);
}
