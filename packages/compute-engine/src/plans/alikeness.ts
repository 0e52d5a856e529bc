import type { Server } from '../servers/server.ts';

/** Tells servers apart by what they ask of a host: those with the same key ask for the same. */
export class Alikeness {
  readonly #numbers = new Map<object, number>();

  keyOf({ flavor, image, projectId, pinnedZone, groupId }: Server): string {
    const numbers = `${this.#numberOf(flavor)} ${image ? this.#numberOf(image) : '-'}`;
    return `${numbers} ${projectId} ${pinnedZone ?? ''} ${groupId ?? ''}`;
  }

  /** Equal flavors and images of servers are mostly one object (`Servers`). */
  #numberOf(value: object): number {
    return this.#numbers.getOrInsertComputed(value, () => this.#numbers.size);
  }
}
