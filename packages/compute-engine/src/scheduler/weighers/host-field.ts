import type { Piece } from '@berth/engine/candidates/candidate.ts';
import type { HostCandidate } from '../candidates/host-candidate.ts';
import type { Circumstances } from '../circumstances.ts';

/** What hosts are weighed by, in columns: the numbers of one host are at its place in each of them. */
export class HostField {
  readonly hosts: readonly HostCandidate[];
  readonly vcpus: Float64Array;
  readonly memoryMb: Float64Array;
  readonly diskGb: Float64Array;
  readonly diskWork: Float64Array;
  readonly buildFailures: Float64Array;
  readonly groupMembers: Float64Array;

  /** Filled at these places only. */
  constructor({ view, group }: Circumstances, hosts: readonly HostCandidate[], places: Int32Array) {
    const { length } = hosts;
    this.hosts = hosts;
    this.vcpus = new Float64Array(length);
    this.memoryMb = new Float64Array(length);
    this.diskGb = new Float64Array(length);
    this.diskWork = new Float64Array(length);
    this.buildFailures = new Float64Array(length);
    this.groupMembers = new Float64Array(length);
    const { free } = view;
    for (let index = 0; index < places.length; index++) {
      const place = places[index] as number;
      const { root } = hosts[place] as HostCandidate;
      const row = free.rowOf(root);
      this.vcpus[place] = free.vcpusAt(row);
      this.memoryMb[place] = free.memoryMbAt(row);
      this.diskGb[place] = free.diskGbAt(row);
    }
    // Of these, few hosts have any.
    const fill = (column: Float64Array, counts: ReadonlyMap<string, number>) => {
      if (counts.size === 0) return;
      for (const place of places) {
        const { host } = (hosts[place] as HostCandidate).node;
        column[place] = counts.get(host) ?? 0;
      }
    };
    fill(this.diskWork, view.diskWork);
    fill(this.buildFailures, view.buildFailures);
    if (group) fill(this.groupMembers, group.counts);
  }

  /** A server has been placed there, and is going to be built. */
  take(place: number, pieces: readonly Piece[]): void {
    const { root } = this.hosts[place] as HostCandidate;
    for (const { provider, resourceClass, amount } of pieces) {
      // What others share with the host is not the host's.
      const column = provider.root === root ? this.#columnOf(resourceClass) : undefined;
      if (column) column[place]! -= amount;
    }
    this.diskWork[place]! += 1;
    this.groupMembers[place]! += 1;
  }

  #columnOf(resourceClass: string): Float64Array | undefined {
    switch (resourceClass) {
      case 'VCPU':
        return this.vcpus;
      case 'MEMORY_MB':
        return this.memoryMb;
      case 'DISK_GB':
        return this.diskGb;
      default:
        return undefined;
    }
  }
}
