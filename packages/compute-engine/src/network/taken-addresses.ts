import { type FlatNetwork, toNumber } from './flat-network.ts';
import type { Server } from '../servers/server.ts';

/**
 * Which addresses are taken: those of all servers that live. The lowest that is free is found without going through all of them: for each
 * network it is remembered up to where all are taken, which only a server that goes can change.
 */
export class TakenAddresses {
  /** With how many servers have it: those that came from another cloud may share one, on networks of their own. */
  readonly #taken = new Map<number, number>();
  /** By the first address of a network: below this there is no free one. */
  readonly #lowest = new Map<number, number>();

  has(address: number): boolean {
    return this.#taken.has(address);
  }

  /** The lowest that is free, besides those that are already spoken for; null: there is none. Whoever asks for several goes on `from` the last. */
  lowestFree(
    { first, last }: FlatNetwork,
    spokenFor: ReadonlySet<number> = new Set(),
    from = first,
  ): number | null {
    let lowest = this.#lowest.get(first) ?? first;
    while (this.#taken.has(lowest)) lowest++;
    this.#lowest.set(first, lowest);
    lowest = Math.max(lowest, from);
    while (this.#taken.has(lowest) || spokenFor.has(lowest)) lowest++;
    return lowest <= last ? lowest : null;
  }

  put(server: Server): void {
    for (const address of numbersOf(server)) this.#taken.set(address, (this.#taken.get(address) ?? 0) + 1);
  }

  remove(server: Server): void {
    for (const address of numbersOf(server)) {
      const others = (this.#taken.get(address) ?? 0) - 1;
      if (others > 0) {
        this.#taken.set(address, others);
        continue;
      }
      this.#taken.delete(address);
      for (const [first, lowest] of this.#lowest) {
        if (first <= address && address < lowest) this.#lowest.set(first, address);
      }
    }
  }
}

function numbersOf({ deletedAt, addresses, ports }: Server): readonly number[] {
  // What a network service gives is of other networks.
  if (deletedAt !== null || ports.length > 0) return [];
  return addresses.map(({ address }) => toNumber(address)).filter((each) => each !== null);
}
