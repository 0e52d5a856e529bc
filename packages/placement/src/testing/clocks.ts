/** A clock that always shows the same time. */
export function fixedClock(at: number): () => number {
  return () => at;
}

/** A clock that has moved on every time somebody looks. */
export function steppingClock(from: number, stepMs: number): () => number {
  let next = from;
  return () => {
    const at = next;
    next += stepMs;
    return at;
  };
}
