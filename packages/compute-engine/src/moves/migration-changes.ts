import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import { decide } from '@berth/engine/decide.ts';
import type { Instant } from '@berth/engine/ids.ts';
import type { World } from '@berth/engine/world.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute, ComputeCloud } from '../compute-state.ts';
import { awaitsSource, isUnderWay, type Migration, type MigrationStatus } from '../migrations/migration.ts';
import { removalOf } from '../removal-of.ts';
import { claimGivenBack, serverConsumerType } from '../servers/claim-of.ts';
import type { Server } from '../servers/server.ts';

/** What kind of consumer migrations are in Placement. */
export const migrationConsumerType = 'MIGRATION';

export function withStatus(migration: Migration, status: MigrationStatus, now: Instant): ComputeChange {
  return { kind: 'migration-set', thing: { ...migration, status, updatedAt: now } };
}

/** The migration that a server is in; there is never more than one. */
export function migrationUnderWay(
  { migrations }: Pick<Compute, 'migrations'>,
  { id }: Pick<Server, 'id'>,
): Migration | null {
  // It is the newest: no other begins before it has ended.
  for (const migration of migrations.with('server', id).from()) {
    return isUnderWay(migration) ? migration : null;
  }
  return null;
}

/** The server has again what it had where it came from, and nothing else. */
export function heldAsBefore(
  placement: World,
  { id: consumerId, projectId, userId }: Server,
  migration: Migration,
  now: Instant,
): readonly PlacementChange[] {
  // Whoever may write to Placement may have taken it away.
  if (!placement.consumers.has(migration.id)) return [];
  const to = { consumerId, projectId, userId, type: serverConsumerType };
  return decide(placement, { kind: 'hand-over-allocations', from: migration.id, to, now });
}

/** Whether the server is still where it was, and not where it is to go. Where that is one host, its flavor tells. */
export function isAtSource(
  { place, flavor }: Server,
  { source, target, oldFlavor }: Pick<Migration, 'source' | 'target' | 'oldFlavor'>,
): boolean {
  const isInPlace = source.host === target?.host;
  return place?.host === source.host && (!isInPlace || flavor.number === oldFlavor.number);
}

/** A server that leaves its move has the flavor whose amounts it holds where it is, however far it has come. */
export function outOfMove(server: Server, migration: Migration | null): Server {
  if (!migration) return server;
  const flavor = isAtSource(server, migration) ? migration.oldFlavor : migration.newFlavor;
  return flavor.number === server.flavor.number ? server : { ...server, flavor };
}

/** A move that nobody goes on with: the server is where it is, and holds what it uses there. */
export function moveBrokenOff(
  { compute, placement }: ComputeCloud,
  server: Server,
  now: Instant,
): readonly (ComputeChange | PlacementChange)[] {
  const migration = migrationUnderWay(compute, server);
  if (!migration) return [];
  return [
    withStatus(migration, 'error', now),
    ...(isAtSource(server, migration)
      ? heldAsBefore(placement, server, migration, now)
      : claimGivenBack(placement, migration.id)),
  ];
}

/** So that what is known of a server that moves again and again has an end. */
export function oldestForgotten({ migrations }: Compute, { id }: Server): readonly ComputeChange[] {
  const list = migrations.with('server', id);
  if (list.size < keptMax) return [];
  let oldest: Migration | null = null;
  for (const migration of list.from()) oldest = migration;
  return oldest === null || isUnderWay(oldest) || awaitsSource(oldest)
    ? []
    : [removalOf('migration', oldest)];
}

/** Of each server. */
export const keptMax = 200;
