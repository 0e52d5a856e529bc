/**
 * Sends the state to the threads that are to follow, a portion at a time. The next portion is made while they take one, and
 * not before they have taken the one before that, so that no more than two are in memory.
 */
export async function sendSnapshot(
  state: Iterable<unknown>,
  send: (changes: string) => Promise<unknown>,
): Promise<void> {
  let sent: Promise<unknown> = Promise.resolve();
  for (const portion of portions(state, changesAtOnce)) {
    const changes = JSON.stringify(portion);
    await sent;
    sent = send(changes);
  }
  await sent;
}

function* portions<Item>(items: Iterable<Item>, size: number): Generator<readonly Item[]> {
  let portion: Item[] = [];
  for (const item of items) {
    if (portion.push(item) < size) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

/** Some hundred thousand bytes. */
const changesAtOnce = 2_000;
