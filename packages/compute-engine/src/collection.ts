import { assert } from '@berth/engine/assert.ts';
import type { StoredThing } from './stored-thing.ts';

/** Things of one noun by their ids. Whoever looks them up by something else derives a collection that keeps that up to date. */
export class Collection<Id extends string, Thing extends { readonly id: Id }> {
  readonly #byId = new Map<Id, Thing>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: Id): Thing | undefined {
    return this.#byId.get(id);
  }

  has(id: Id): boolean {
    return this.#byId.has(id);
  }

  /** In the order in which they were first put. */
  values(): IterableIterator<Thing> {
    return this.#byId.values();
  }

  /** Gives what was there under the id before. */
  put(given: Thing): Thing | undefined {
    const thing = this.kept(given);
    const before = this.#byId.get(thing.id);
    if (before) this.onGone(before);
    this.#byId.set(thing.id, thing);
    this.onPut(thing);
    return before;
  }

  /** Keeps a thing as its row has it until somebody looks at it; nothing of its id is here. False: it is to be read and put, since it cannot be kept so. */
  putStored(_stored: StoredThing): boolean {
    return false;
  }

  remove(id: Id): Thing {
    const thing = this.#byId.get(id);
    assert(thing, 'what is removed was there');
    this.#byId.delete(id);
    this.onGone(thing);
    return thing;
  }

  /** What is kept of a thing: an equal one, which may have parts in common with others. */
  protected kept(thing: Thing): Thing {
    return thing;
  }

  protected onPut(_thing: Thing): void {}
  protected onGone(_thing: Thing): void {}
}

/** The same for whoever only looks. */
export type Collected<Id extends string, Thing extends { readonly id: Id }> = Pick<
  Collection<Id, Thing>,
  'size' | 'get' | 'has' | 'values'
>;
