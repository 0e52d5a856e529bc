import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Instant, ProviderId, TraitName } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import { mirrored } from '../host-aggregates/mirrored.ts';
import type { ServiceId } from '../ids.ts';
import { awaitsSource, isUnderWay } from '../migrations/migration.ts';
import { leftoversOrderedAgain } from '../moves/leftovers.ts';
import { nextNumber } from '../next-number.ts';
import { refuse } from '../refusals.ts';
import { removalOf } from '../removal-of.ts';
import type { ComputeNode } from './compute-node.ts';
import type { ComputeService } from './compute-service.ts';
import { nodesDisabled } from './disabled-nodes.ts';

/** What an agent says of a node. */
export type HostNode = Omit<ComputeNode, 'number' | 'host' | 'createdAt' | 'updatedAt'>;

/** An agent says who it is, and which nodes it has. It may say so as often as it likes. */
export interface RegisterHost {
  readonly kind: 'register-host';
  readonly host: string;
  /** For a host that is new. */
  readonly newServiceId: ServiceId;
  /** All of them, each once. */
  readonly nodes: readonly HostNode[];
  readonly now: Instant;
}

/**
 * What is new gets its number. A node that the agent does not have any more goes, unless there are servers on it, or something is left of one: it is then kept, for
 * these to be found. In Placement, nodes are in the aggregates of their host, and those that go are not; and nodes of a host that is
 * disabled are so, too.
 */
export function registerHost(
  cloud: ComputeCloud,
  command: RegisterHost,
): readonly (ComputeChange | PlacementChange)[] {
  const { compute, placement } = cloud;
  const { host, nodes, now } = command;
  for (const node of nodes) refuseForeign(cloud, host, node);
  const told = new Set(nodes.map(({ id }) => id));
  const gone = compute.nodes.ofHost(host).filter(({ id }) => !told.has(id));
  const kept = nodesWithServers(compute, host);
  const removed = gone.filter(({ id }) => !kept.has(id));
  const aggregates = compute.hostAggregates.ofHost(host).map(({ id }) => id);
  const isDisabled = (compute.services.ofHost(host)?.disabled ?? null) !== null;
  return [
    ...serviceChanges(compute, command),
    ...nodeChanges(compute, command),
    ...removed.map((node) => removalOf('node', node)),
    ...mirrored(cloud, nodes, { into: aggregates }, now),
    ...mirrored(cloud, removed, { outOf: aggregates }, now),
    ...(isDisabled ? nodesDisabled(placement, nodes, isDisabled, now) : []),
    ...leftoversOrderedAgain(compute, host, now),
  ];
}

/** Whoever has a node may write its tree, so nobody gets one that is another's. */
function refuseForeign({ compute, placement }: ComputeCloud, host: string, { id, name }: HostNode): void {
  const known = compute.nodes.get(id);
  if (known && known.host !== host) refuse({ kind: 'node-of-other-host', id, host: known.host });
  const provider = placement.providers.get(id);
  if (known || !provider) return;
  const isLikeNode = provider.parent === null && provider.name === name && !provider.traits.has(sharing);
  if (!isLikeNode) refuse({ kind: 'provider-is-no-node', id });
}

const sharing = 'MISC_SHARES_VIA_AGGREGATE' as TraitName;

function serviceChanges({ services, numbers }: Compute, command: RegisterHost): readonly ComputeChange[] {
  const { host, newServiceId, now } = command;
  const known = services.ofHost(host);
  if (known?.isUp) return [];
  if (known) return [{ kind: 'service-set', thing: { ...known, isUp: true, seenAt: now, backAt: now } }];
  const { number, given } = nextNumber({ numbers }, 'services');
  const made: ComputeService = {
    id: newServiceId,
    number,
    host,
    createdAt: now,
    seenAt: now,
    isUp: true,
    isForcedDown: false,
    disabled: null,
    failedBuilds: 0,
  };
  return [given, { kind: 'service-set', thing: made }];
}

function nodeChanges({ nodes, numbers }: Compute, command: RegisterHost): readonly ComputeChange[] {
  const { host, now } = command;
  const changes: ComputeChange[] = [];
  let last = numbers.get('nodes') ?? 0;
  for (const told of command.nodes) {
    const known = nodes.get(told.id);
    if (known && isTheSame(known, told)) continue;
    const number = known?.number ?? ++last;
    if (!known) changes.push({ kind: 'numbers-given', series: 'nodes', last });
    const createdAt = known?.createdAt ?? now;
    changes.push({ kind: 'node-set', thing: { ...told, number, host, createdAt, updatedAt: now } });
  }
  return changes;
}

function isTheSame(known: ComputeNode, told: HostNode): boolean {
  const { number: _, host: __, createdAt: ___, updatedAt: ____, ...facts } = known;
  return JSON.stringify(inOneOrder(facts)) === JSON.stringify(inOneOrder(told));
}

function inOneOrder(facts: HostNode): readonly unknown[] {
  const { id, name, hypervisor, address, vcpus, memoryMb, diskGb, cpuInfo, guests } = facts;
  return [
    [id, name, hypervisor.type, hypervisor.version, address, vcpus, memoryMb, diskGb, cpuInfo],
    guests.flatMap(({ architecture, hypervisorType, vmMode }) => [architecture, hypervisorType, vmMode]),
  ];
}

function nodesWithServers({ servers, migrations }: Compute, host: string): ReadonlySet<ProviderId> {
  const found = new Set<ProviderId>();
  for (const { place } of servers.onHost(host)) if (place) found.add(place.nodeId);
  for (const migration of migrations.with('host', host).from()) {
    if (!isUnderWay(migration) && !awaitsSource(migration)) continue;
    for (const place of [migration.source, migration.target])
      if (place?.host === host) found.add(place.nodeId);
  }
  return found;
}
