/** So many requests are under way at one time, where there are many to be sent. */
export const atOnce = 8;

/** Does something with all of them, so many at one time, and gives what came of each in their order. */
export async function inTurns<Item, Outcome>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      outcomes[index] = await work(items[index] as Item); // There is one at every index below the length.
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return outcomes;
}
