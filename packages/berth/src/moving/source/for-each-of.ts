/**
 * Does something with each of these, so many at one time. After the first failure no more are begun, and it rejects with that when
 * those under way have ended.
 */
export async function forEachOf<Item>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let failure: { readonly reason: unknown } | null = null;
  const worker = async () => {
    for (let next = left.next(); !next.done && failure === null; next = left.next()) {
      try {
        await work(next.value);
      } catch (reason) {
        failure ??= { reason };
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  // Set in the workers, which the compiler does not see.
  const met = failure as { readonly reason: unknown } | null;
  if (met !== null) throw met.reason;
}
