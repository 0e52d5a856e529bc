/** Says whether so much time has passed since now, by this clock. */
export function deadline(ms: number, clock: () => number): () => boolean {
  const start = clock();
  return () => clock() - start >= ms;
}
