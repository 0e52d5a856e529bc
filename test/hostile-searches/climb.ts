import type { Prng } from '@berth/testing/prng.ts';
import { type Genes, mutated, randomGenes } from './genes.ts';
import { type Hold, holdOf } from './hold-of.ts';
import { queryOf } from './query-of.ts';
import { worldOf } from './world-of.ts';

export interface Found {
  readonly genes: Genes;
  readonly query: string;
  readonly hold: Hold;
}

/**
 * Looks for the search that holds the event loop the longest: keeps the worst that were found, changes one of them a little,
 * and now and then begins from nothing.
 */
export class Climb {
  readonly #random: Prng;
  readonly #patienceMs: number;
  readonly #worst: Found[] = [];
  triedCount = 0;
  refusedCount = 0;
  cutCount = 0;

  constructor(random: Prng, patienceMs: number) {
    this.#random = random;
    this.#patienceMs = patienceMs;
  }

  /** The longest first. */
  get worst(): readonly Found[] {
    return this.#worst;
  }

  step(): Found {
    const random = this.#random;
    const isAfresh = this.#worst.length < kept || random.chance(0.15);
    const genes = isAfresh ? randomGenes(random) : mutated(random.pick(this.#worst).genes, random);
    const found = this.#tried(genes);
    this.triedCount++;
    if (found.hold.refused !== null) this.refusedCount++;
    if (found.hold.isCut) this.cutCount++;
    this.#worst.push(found);
    this.#worst.sort((one, other) => badnessOf(other) - badnessOf(one));
    this.#worst.length = Math.min(this.#worst.length, kept);
    return found;
  }

  /** A bad one is tried again: what else happens on the machine, or the first run of some code, is not the search's fault. */
  #tried(genes: Genes): Found {
    const world = worldOf(genes);
    const query = queryOf(genes);
    let hold = holdOf(world, query, this.#patienceMs);
    for (let again = 0; again < 2 && hold.longestMs > suspiciousMs; again++) {
      const other = holdOf(world, query, this.#patienceMs);
      if (other.longestMs < hold.longestMs) hold = other;
    }
    return { genes, query, hold };
  }
}

const kept = 12;
const suspiciousMs = 8;

/** The longest stretch; of two equal ones, the one that takes longer in all. */
function badnessOf({ hold: { longestMs, totalMs } }: Found): number {
  return longestMs + Math.min(2, totalMs / 1000);
}
