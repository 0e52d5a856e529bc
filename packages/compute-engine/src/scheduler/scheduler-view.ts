import type { ClassName, ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import type { World } from '@berth/engine/world.ts';
import type { ComputeNode } from '../hosts/compute-node.ts';
import type { ComputeService } from '../hosts/compute-service.ts';
import type { HostAggregate } from '../host-aggregates/host-aggregate.ts';
import type { GroupId } from '../ids.ts';
import type { Server } from '../servers/server.ts';
import type { FreeLook } from './candidates/free-amounts.ts';

/** What the scheduler looks at. All of it is of one moment: it decides and claims in the same turn, so nobody can be faster. */
export interface SchedulerView {
  readonly placement: World;
  /** What hosts have left, for weighing them. */
  readonly free: FreeLook;
  /** What is used of a class at a provider. */
  usedOf(provider: Provider, resourceClass: ClassName): number;
  /** Counts up whenever a node or a service has changed, so that what was found out about hosts can be kept until then. */
  readonly hostsRevision: number;
  /** The node that is the root of a tree; undefined where the tree is nobody's whom servers can be given to. */
  node(root: ProviderId): ComputeNode | undefined;
  nodesOf(host: string): readonly ComputeNode[];
  service(host: string): ComputeService | undefined;
  /** How many servers are on a host, or on their way there. */
  serverCount(host: string): number;
  /**
   * How many of the servers of a host are being built, or have their disks worked on (`isBusyWithDisks`). Hosts with none are not in it:
   * it is asked for every host that is weighed, and has to be small.
   */
  readonly diskWork: ReadonlyMap<string, number>;
  /** How often in a row servers could not be built on a host. Hosts on which the last one could are not in it. */
  readonly buildFailures: ReadonlyMap<string, number>;
  server(id: ConsumerId): Server | undefined;
  aggregates(): Iterable<HostAggregate>;
  aggregatesOf(host: string): readonly HostAggregate[];
  group(id: GroupId): GroupView | undefined;
}

/** A server group, as far as places are concerned. */
export interface GroupView {
  readonly policy: 'affinity' | 'anti-affinity' | 'soft-affinity' | 'soft-anti-affinity';
  /** Of anti-affinity; one unless told. */
  readonly serversPerHostMax: number | null;
  /** The members that live. */
  readonly members: readonly Server[];
}
