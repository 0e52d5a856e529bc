import type { ConsumerId, Instant, ProviderId } from '@berth/engine/ids.ts';

/** Something that runs on a host, and holds what it needs of it as a consumer of the same id. */
export interface Server {
  readonly id: ConsumerId;
  readonly name: string;
  readonly projectId: string;
  readonly status: ServerStatus;
  readonly hostId: ProviderId;
  readonly createdAt: Instant;
}

export const serverStatuses = ['ACTIVE', 'SHUTOFF'] as const;
export type ServerStatus = (typeof serverStatuses)[number];

/** The state of this part. */
export type Servers = Map<ConsumerId, Server>;
