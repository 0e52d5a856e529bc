import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Command as PlacementCommand } from '@berth/engine/decide.ts';
import { WorldState } from '@berth/engine/world.ts';
import { placementDomain } from '@berth/placement/domain.ts';
import { checkWorld } from '@berth/placement/rows/check-world.ts';
import type { StoredCloud } from '../cloud/composition.ts';
import type { DisjointKinds } from '../cloud/disjoint-kinds.ts';
import { placementPart } from '../cloud/placement-part.ts';
import type { Servers } from './servers/server.ts';
import { applyServerChange, isServerChange, type ServerChange } from './servers/server-changes.ts';
import { serverChecks } from './servers/server-checks.ts';
import {
  decideServerCommand,
  isServerCommand,
  type ServerCommand,
  sizeOfServerCommand,
} from './servers/server-commands.ts';
import { serverFeed } from './servers/server-feed.ts';
import { serverProjection } from './servers/server-projection.ts';
import { serverRecords } from './servers/server-records.ts';

/** Placement, and servers that claim from it: a cloud of two parts, put together as one of services is. */
export interface CloudWithServers {
  readonly placement: WorldState;
  readonly servers: Servers;
}

export type CommandWithServers = DisjointKinds<PlacementCommand, ServerCommand>;
export type ChangeWithServers = DisjointKinds<PlacementChange, ServerChange>;

export const cloudWithServers: StoredCloud<CloudWithServers, CommandWithServers, ChangeWithServers> = {
  newWorld: () => ({ placement: new WorldState(), servers: new Map() }),
  domain: {
    decide: (world, command) =>
      isServerCommand(command)
        ? decideServerCommand(world, command)
        : placementDomain.decide(world.placement, command),
    apply: (world, change) =>
      isServerChange(change)
        ? applyServerChange(world.servers, change)
        : placementDomain.apply(world.placement, change),
    sizeOf: (world, command) =>
      isServerCommand(command)
        ? sizeOfServerCommand(world, command)
        : placementDomain.sizeOf(world.placement, command),
    weightOf: (change) => (isServerChange(change) ? 1 : placementDomain.weightOf(change)),
  },
  parts: [
    placementPart,
    { projection: serverProjection, records: serverRecords, checks: serverChecks, feed: serverFeed },
  ],
  contradictionsIn: ({ placement }) => checkWorld(placement),
};
