import { unreachable } from '@berth/engine/assert.ts';
import type { Change as PlacementChange } from '@berth/engine/changes.ts';
import type { Command as PlacementCommand } from '@berth/engine/decide.ts';
import type { ClassName, ConsumerId, Instant, ProviderId } from '@berth/engine/ids.ts';
import type { WorldState } from '@berth/engine/world.ts';
import { placementDomain } from '@berth/placement/domain.ts';
import type { Server, Servers } from './server.ts';
import type { ServerChange } from './server-changes.ts';

export type ServerCommand = CreateServer | RenameServer | DeleteServer;

interface CreateServer {
  readonly kind: 'create-server';
  readonly id: ConsumerId;
  readonly name: string;
  readonly projectId: string;
  readonly userId: string;
  readonly hostId: ProviderId;
  /** What it takes of its host; not nothing. */
  readonly resources: ReadonlyMap<ClassName, number>;
  readonly now: Instant;
}

interface RenameServer {
  readonly kind: 'rename-server';
  readonly id: ConsumerId;
  readonly name: string;
}

interface DeleteServer {
  readonly kind: 'delete-server';
  readonly id: ConsumerId;
}

const serverCommandKinds = {
  'create-server': true,
  'rename-server': true,
  'delete-server': true,
} satisfies Record<ServerCommand['kind'], true>;

export function isServerCommand(command: { readonly kind: string }): command is ServerCommand {
  return Object.hasOwn(serverCommandKinds, command.kind);
}

/** An expected no of this part. What Placement refuses is a `Refusal` of its own. */
export class ServerRefusal extends Error {
  readonly reason: 'server-exists' | 'server-not-found';
  readonly id: ConsumerId;

  constructor(reason: ServerRefusal['reason'], id: ConsumerId) {
    super(reason);
    this.name = 'ServerRefusal';
    this.reason = reason;
    this.id = id;
  }
}

/** What is decided about servers sees these parts. */
interface PartsOfServers {
  readonly placement: WorldState;
  readonly servers: Servers;
}

/** One decision about both parts: what changes in Placement is for Placement to decide, which may refuse it. */
export function decideServerCommand(
  cloud: PartsOfServers,
  command: ServerCommand,
): readonly (PlacementChange | ServerChange)[] {
  const server = cloud.servers.get(command.id);
  switch (command.kind) {
    case 'create-server': {
      if (server) throw new ServerRefusal('server-exists', command.id);
      const { id, name, projectId, hostId, now } = command;
      const made: Server = { id, name, projectId, status: 'ACTIVE', hostId, createdAt: now };
      return [
        ...placementDomain.decide(cloud.placement, claimOf(command)),
        { kind: 'server-added', server: made },
      ];
    }
    case 'rename-server': {
      const { id, name } = command;
      if (!server) throw new ServerRefusal('server-not-found', id);
      return server.name === name ? [] : [{ kind: 'server-renamed', id, name }];
    }
    case 'delete-server': {
      const { id } = command;
      if (!server) throw new ServerRefusal('server-not-found', id);
      return [...givenBack(cloud.placement, id), { kind: 'server-removed', id }];
    }
    default:
      return unreachable(command);
  }
}

export function sizeOfServerCommand({ placement }: PartsOfServers, command: ServerCommand): number {
  switch (command.kind) {
    case 'create-server':
      return 1 + placementDomain.sizeOf(placement, claimOf(command));
    case 'delete-server':
      return 1 + placementDomain.sizeOf(placement, { kind: 'remove-allocations', consumerId: command.id });
    default:
      return 1;
  }
}

/** The consumer must be new, as the server is. */
function claimOf({ id, projectId, userId, hostId, resources, now }: CreateServer): PlacementCommand {
  const allocations = Array.from(resources, ([resourceClass, amount]) => {
    return { providerId: hostId, resourceClass, amount };
  });
  const claim = {
    consumerId: id,
    projectId,
    userId,
    type: 'INSTANCE',
    expectedGeneration: null,
    allocations,
  };
  return { kind: 'set-allocations', claims: [claim], now };
}

/** Clients of Placement may have taken the claim away already. */
function givenBack(placement: WorldState, consumerId: ConsumerId): readonly PlacementChange[] {
  if (!placement.consumers.has(consumerId)) return [];
  return placementDomain.decide(placement, { kind: 'remove-allocations', consumerId });
}
