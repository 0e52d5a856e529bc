/** More than so many items are encoded while the answer is sent; fewer take a millisecond or two. */
export const manyItems = 1_000;

/**
 * A long list in JSON, encoded while it is sent. The items are noted when it begins, so that it is true of that moment: they
 * must be things that never change, as consumers, traits and classes, which are replaced by others.
 */
export function* madeWhileSent<Item>(
  opening: string,
  items: readonly Item[],
  encode: (item: Item) => string,
  closing: string,
): Generator<Uint8Array> {
  let text = opening;
  for (let index = 0; index < items.length; index++) {
    if (index > 0) text += ',';
    text += encode(items[index] as Item);
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text + closing);
}

/** A fraction of a millisecond of work, after which others have their turn. */
const chunkLength = 64 * 1024;
