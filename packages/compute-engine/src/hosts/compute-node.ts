import type { Instant, ProviderId } from '@berth/engine/ids.ts';

/** A machine that servers run on. In Placement it is the root of a tree, of the same id. */
export interface ComputeNode {
  readonly id: ProviderId;
  readonly number: number;
  /** Of the agent that looks after it. */
  readonly host: string;
  /** What the hypervisor calls it. */
  readonly name: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly hypervisor: { readonly type: string; readonly version: number };
  readonly address: string;
  readonly vcpus: number;
  readonly memoryMb: number;
  readonly diskGb: number;
  /** JSON of the hypervisor's own. */
  readonly cpuInfo: string;
  /** The kinds of guests that it runs. */
  readonly guests: readonly SupportedGuest[];
}

/** In the words of image properties: `x86_64`, `kvm`, `hvm`. */
export interface SupportedGuest {
  readonly architecture: string;
  readonly hypervisorType: string;
  readonly vmMode: string;
}
