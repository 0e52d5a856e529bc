import type { ConsumerId } from '@berth/engine/ids.ts';
import { readThing, type StoredThing } from '../stored-thing.ts';
import { type TextPlace, TextStore } from '../text-store.ts';
import type { Action } from './action.ts';

/** Actions that are as their rows have them, by their servers. */
export class UnreadActions {
  readonly #texts = new TextStore();
  /** The last that came; each text goes on with the one before. */
  readonly #last = new Map<ConsumerId, TextPlace>();

  put(serverId: ConsumerId, { text }: StoredThing): void {
    this.#last.set(serverId, this.#texts.put(text, this.#last.get(serverId)));
  }

  /** Those of a server, in no order; they are not here any more. */
  take(serverId: ConsumerId): Action[] {
    const last = this.#last.get(serverId);
    if (last === undefined) return [];
    this.#last.delete(serverId);
    return this.#placesFrom(last).map((place) => {
      const action = this.#read(place);
      this.#texts.remove(place);
      return action;
    });
  }

  *values(): Generator<Action, void, void> {
    for (const last of this.#last.values()) {
      for (const place of this.#placesFrom(last)) yield this.#read(place);
    }
  }

  #placesFrom(last: TextPlace): TextPlace[] {
    const places: TextPlace[] = [];
    for (let place: TextPlace | null = last; place !== null; place = this.#texts.next(place))
      places.push(place);
    return places;
  }

  #read(place: TextPlace): Action {
    return readThing('action', this.#texts.read(place));
  }
}
