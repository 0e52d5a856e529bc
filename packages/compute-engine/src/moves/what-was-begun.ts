import type { AllocationFacts } from '@berth/engine/changes.ts';
import type { ConsumerId, Instant, ProviderId } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { GivenNumbers } from '../given-numbers.ts';
import type { Migration } from '../migrations/migration.ts';
import type { Server, ServerPlace } from '../servers/server.ts';
import { leftoverOrdered } from './leftovers.ts';
import { isAtSource, migrationUnderWay, outOfMove, withStatus } from './migration-changes.ts';

/** What is left of a move that is not gone on with. */
export interface WhatWasBegun {
  /** As it is without the move. */
  readonly server: Server;
  /** What the server goes on to hold. */
  readonly held: readonly AllocationFacts[];
  /** Who holds nothing any more. */
  readonly emptied: readonly ConsumerId[];
  /** Where something of the server may be besides its own host. */
  readonly hosts: readonly string[];
  readonly changes: readonly ComputeChange[];
}

/**
 * A server that is in a move when its host goes down leaves that one. Its other host may have something of it, which it is to destroy; until then the server holds
 * what is taken there, and does so itself.
 */
export function whatWasBegun(
  { compute, placement }: ComputeCloud,
  server: Server,
  numbers: GivenNumbers,
  now: Instant,
): WhatWasBegun {
  const heldBy = (id: ConsumerId): readonly AllocationFacts[] =>
    (placement.consumers.get(id)?.allocations ?? []).map(({ provider, resourceClass, amount }) => {
      return { providerId: provider.id, resourceClass, amount };
    });
  const own = heldBy(server.id);
  const migration = migrationUnderWay(compute, server);
  if (!migration) return { server, held: own, emptied: [], hosts: [], changes: [] };
  const left = outOfMove(server, migration);
  const other = otherPlace(server, migration);
  const over = withStatus(migration, migration.type === 'evacuation' ? 'failed' : 'error', now);
  const before = heldBy(migration.id);
  const all = [...own, ...before];
  const emptied = placement.consumers.has(migration.id) ? [migration.id] : [];
  if (other === null) {
    // Both are of one host, which has one machine of it.
    const held = before.length > 0 && isAtSource(server, migration) ? before : own;
    return { server: left, held, emptied, hosts: [], changes: [over] };
  }
  if (isUntouched(migration)) {
    const held = all.filter(({ providerId }) => !isIn(other.nodeId, providerId));
    return { server: left, held, emptied, hosts: [], changes: [over] };
  }
  const leftover = leftoverOrdered(numbers, migration, other, now);
  return { server: left, held: all, emptied, hosts: [other.host], changes: [over, leftover] };

  function isIn(rootId: ProviderId, providerId: ProviderId): boolean {
    return placement.providers.get(providerId)?.root.id === rootId;
  }
}

/** Null: there is no other. */
function otherPlace({ place }: Server, { source, target }: Migration): ServerPlace | null {
  if (target === null || source.host === target.host) return null;
  return place?.host === source.host ? target : source;
}

/** Its new host has not begun with it. */
function isUntouched({ type, status }: Migration): boolean {
  return type === 'evacuation' && status === 'accepted';
}
