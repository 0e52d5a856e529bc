import type { Provider } from '../provider.ts';
import { chunkCount, type ReadonlyProviderSet } from '../provider-set.ts';
import type { World } from '../world.ts';
import type { CompiledRequest } from './compile-request.ts';
import { allOf, type Conjunction } from './conjunction.ts';
import { sharedWith } from './sharing-providers.ts';

/*
 * Most fleets are mostly hosts without children, and a host that nobody shares with has at most one candidate: everything
 * from itself. Whether it has is one conjunction of all that is asked, and such trees are found by a scan, without
 * being looked at one by one.
 */

/** What a provider that is a tree by itself must meet to serve a request; null: no such tree can. */
export function loneConjunction(lone: LoneTrees, compiled: CompiledRequest): Conjunction | null {
  const { spread, granular, isIsolated, root } = compiled;
  const groups = spread ? [spread, ...granular] : granular;
  if (lone.size === 0 || isIsolated || groups.some(({ inTreeRoot }) => inTreeRoot !== null)) return null;
  return allOf([lone.asked, root, ...groups.map(({ asked }) => asked)]);
}

/** Trees of one provider that nobody shares with, which serve no tree but themselves. */
export class LoneTrees {
  readonly #world: World;
  readonly #shared: ReadonlyProviderSet;
  /** Their bits, once they are held. */
  #held: (Int32Array | undefined)[] | null = null;

  constructor(world: World) {
    this.#world = world;
    this.#shared = sharedWith(world);
  }

  /** At most so many. */
  get size(): number {
    return this.#held === null ? this.#world.lone.size : this.#world.roots.size;
  }

  /** To be one of them. */
  get asked(): Conjunction {
    const isHeld = this.#held !== null;
    return {
      needs: [],
      all: isHeld ? [this.#world.roots, this] : [this.#world.lone],
      any: [],
      none: isHeld ? [] : [this.#shared],
    };
  }

  /**
   * From now on those that are some now are meant, whatever becomes of them: so every tree is found by the scan or looked at by
   * itself, and none by both. One that has got children meanwhile, or is another one at the same index, is still a root that
   * can serve all by itself, if the scan says so.
   */
  hold(): void {
    this.#held ??= Array.from({ length: chunkCount(this.#world.roster) }, (_, chunk) =>
      this.words(chunk)?.slice(),
    );
  }

  has(provider: Provider): boolean {
    if (this.#held === null) return this.#world.lone.has(provider) && !this.#shared.has(provider);
    const word = this.#held[provider.index >>> 10]?.[(provider.index >>> 5) & 31] ?? 0;
    return ((word >>> (provider.index & 31)) & 1) === 1;
  }

  words(chunk: number): Int32Array | undefined {
    if (this.#held !== null) return this.#held[chunk];
    const lone = this.#world.lone.words(chunk);
    const shared = this.#shared.words(chunk);
    return shared ? lone?.map((word, index) => word & ~(shared[index] as number)) : lone;
  }
}
