import type { Noun, Nouns } from './nouns.ts';

/** A thing as its row in a ledger has it: what it is kept by, and the whole of it as JSON. */
export interface StoredThing {
  readonly rowKey: string;
  readonly text: string;
}

/** Whatever is in a row is a thing of its noun, or it is told which row it is. */
export function readRow<N extends Noun>(noun: N, { rowKey, text }: StoredThing): Nouns[N] {
  try {
    return readThing(noun, text);
  } catch (cause) {
    throw new Error(`the ${noun.replaceAll('-', ' ')} in the row ${rowKey} is no JSON`, { cause });
  }
}

/** What is not right about it is told by `berth status`; here it is only that it can be read. */
export function readThing<N extends Noun>(noun: N, text: string): Nouns[N] {
  const thing = JSON.parse(text) as Nouns[N];
  return noun === 'server' ? whole(thing) : thing;
}

/** Servers that were kept before there was a network service have no ports, and before they could be shelved they were not. */
function whole<Server extends object>(thing: Server): Server {
  if (typeof thing !== 'object' || thing === null || 'shelved' in thing) return thing;
  return Object.assign(thing, { ports: [], shelved: null, ...thing });
}

/** Of a row that is kept by a time and an id: see `rowKeyOf`. */
export function idInRowKey<Id extends string>(rowKey: string): Id {
  return rowKey.slice(rowKey.indexOf(' ') + 1) as Id; // It was made of one.
}
