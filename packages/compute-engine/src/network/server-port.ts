import type { ServerAddress } from '../servers/server.ts';

/**
 * A port that a server has at the network service. What a server asked for is written down with the server, so that it is known until the
 * last of them was given back that there may be something to give back.
 */
export interface ServerPort {
  /** Null until it was made. */
  readonly id: string | null;
  /** Null: whatever network the service makes for the project. */
  readonly networkId: string | null;
  /** It was there before the server, and is only let go of; others are made for the server, and are deleted with it. */
  readonly isGiven: boolean;
  /** The address that was asked for. */
  readonly address: string | null;
  /** Those of a port that is made; none: as the service has it. */
  readonly securityGroups: readonly SecurityGroup[];
  readonly tag: string | null;
}

export interface SecurityGroup {
  readonly id: string;
  readonly name: string;
}

/** A port as the network service has it, once it is a server's. */
export interface AttachedPort {
  readonly id: string;
  readonly networkId: string;
  readonly addresses: readonly ServerAddress[];
}
