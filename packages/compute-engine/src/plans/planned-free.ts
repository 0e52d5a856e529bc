import type { Allocation } from '@berth/engine/consumer.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { FreeLook } from '../scheduler/candidates/free-amounts.ts';

/** What trees have left with what was planned for them; those that nothing was planned for have what they have. */
export class PlannedFree implements FreeLook {
  readonly #free: FreeLook;
  readonly #taken = new Map<number, { vcpus: number; memoryMb: number; diskGb: number }>();

  constructor(free: FreeLook) {
    this.#free = free;
  }

  hold(allocations: readonly Allocation[], sign: 1 | -1): void {
    for (const { provider, resourceClass, amount } of allocations) {
      const { index } = provider.root;
      const taken = this.#taken.getOrInsertComputed(index, () => ({ vcpus: 0, memoryMb: 0, diskGb: 0 }));
      if (resourceClass === 'VCPU') taken.vcpus += sign * amount;
      else if (resourceClass === 'MEMORY_MB') taken.memoryMb += sign * amount;
      else if (resourceClass === 'DISK_GB') taken.diskGb += sign * amount;
    }
  }

  rowOf(root: Provider): number {
    return this.#free.rowOf(root);
  }

  vcpusAt(row: number): number {
    return this.#free.vcpusAt(row) - (this.#taken.get(row)?.vcpus ?? 0);
  }

  memoryMbAt(row: number): number {
    return this.#free.memoryMbAt(row) - (this.#taken.get(row)?.memoryMb ?? 0);
  }

  diskGbAt(row: number): number {
    return this.#free.diskGbAt(row) - (this.#taken.get(row)?.diskGb ?? 0);
  }
}
