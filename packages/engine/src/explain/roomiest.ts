import type { TreeLook } from './tree-look.ts';

/**
 * Of trees that differ in their room alone, those that are worth a question: one that has nowhere more room than another
 * serves nothing that the other does not.
 */
export class Roomiest {
  readonly #kept: Kept[] = [];

  get looks(): TreeLook[] {
    return this.#kept.map(({ look }) => look);
  }

  add(look: TreeLook, rooms: readonly number[]): void {
    // Only some are compared with, or it would take the square of the trees; one too many does no harm.
    const compared = Math.min(this.#kept.length, comparedMax);
    for (let index = 0; index < compared; index++) {
      const other = this.#kept[index] as Kept; // Below the length.
      if (hasAll(other.rooms, rooms)) {
        // What makes one superfluous mostly does so with the next.
        this.#kept.splice(index, 1);
        this.#kept.unshift(other);
        return;
      }
      if (hasAll(rooms, other.rooms)) {
        this.#kept[index] = { look, rooms };
        return;
      }
    }
    this.#kept.push({ look, rooms });
  }
}

interface Kept {
  readonly look: TreeLook;
  readonly rooms: readonly number[];
}

const comparedMax = 256;

function hasAll(rooms: readonly number[], others: readonly number[]): boolean {
  for (let index = 0; index < rooms.length; index++) {
    if ((rooms[index] as number) < (others[index] as number)) return false;
  }
  return true;
}
