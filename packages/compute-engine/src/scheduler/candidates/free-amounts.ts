import type { ClassName } from '@berth/engine/ids.ts';
import type { Inventory } from '@berth/engine/inventory.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { World } from '@berth/engine/world.ts';

/** What trees have left of the classes that hosts are weighed by. */
export interface FreeLook {
  /** Where the numbers of a tree are, which are then as they are now. */
  rowOf(root: Provider): number;
  vcpusAt(row: number): number;
  memoryMbAt(row: number): number;
  diskGbAt(row: number): number;
}

/**
 * What the trees of a world have left of the three classes that hosts are weighed by, as columns over the indexes of their roots.
 *
 * To weigh a thousand hosts would mean some ten thousand look-ups in maps, which take longer than all else; so what was found out about a
 * tree is kept for as long as nothing happens to the tree, which its revision tells. An index may be given to another provider, so it is
 * kept whose row it is. A claim makes one row old, and the next decision renews that one:
 *
 *     index         0      1      2
 *     owners        cn1    cn2    cn3
 *     revisions     17     4      9        cn2 is at revision 5 now: its row is read again
 *     memoryMb      7680   7168   7680
 */
export class FreeAmounts implements FreeLook {
  readonly #owners: (Provider | undefined)[] = [];
  #revisions = new Float64Array(0);
  #vcpus = new Float64Array(0);
  #memoryMb = new Float64Array(0);
  #diskGb = new Float64Array(0);

  /** The index of a root, whose row is then as it is now. */
  rowOf(root: Provider): number {
    const { index } = root;
    if (this.#owners[index] !== root || this.#revisions[index] !== root.treeRevision) this.#read(root);
    return index;
  }

  vcpusAt(row: number): number {
    return this.#vcpus[row] as number;
  }

  memoryMbAt(row: number): number {
    return this.#memoryMb[row] as number;
  }

  diskGbAt(row: number): number {
    return this.#diskGb[row] as number;
  }

  #read(root: Provider): void {
    const { index } = root;
    if (index >= this.#revisions.length) this.#grow(index + 1);
    this.#owners[index] = root;
    this.#revisions[index] = root.treeRevision;
    this.#vcpus[index] = sumOf(root, vcpu, vcpusOf);
    this.#memoryMb[index] = sumOf(root, memory, wholeOf);
    this.#diskGb[index] = sumOf(root, disk, wholeOf);
  }

  #grow(least: number): void {
    const length = Math.max(1024, 2 * least);
    const grown = (column: Float64Array) => {
      const longer = new Float64Array(length);
      longer.set(column);
      return longer;
    };
    this.#revisions = grown(this.#revisions);
    this.#vcpus = grown(this.#vcpus);
    this.#memoryMb = grown(this.#memoryMb);
    this.#diskGb = grown(this.#diskGb);
  }
}

/** Those of a world; they go with it. */
export function freeAmountsOf(world: World): FreeAmounts {
  return known.getOrInsertComputed(world, () => new FreeAmounts());
}

const known = new WeakMap<World, FreeAmounts>();

const vcpu = 'VCPU' as ClassName;
const memory = 'MEMORY_MB' as ClassName;
const disk = 'DISK_GB' as ClassName;

function sumOf(root: Provider, resourceClass: ClassName, sizeOf: (inventory: Inventory) => number): number {
  let sum = 0;
  for (const { inventories, used } of root.tree) {
    const inventory = inventories.get(resourceClass);
    if (inventory) sum += sizeOf(inventory) - inventory.reserved - (used.get(resourceClass) ?? 0);
  }
  return sum;
}

/** The original weighs CPUs as they are handed out, and memory and disk as they are. */
function vcpusOf({ total, allocationRatio }: Inventory): number {
  return total * allocationRatio;
}

function wholeOf({ total }: Inventory): number {
  return total;
}
