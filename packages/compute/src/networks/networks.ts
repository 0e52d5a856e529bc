import type { ServerPort } from '@berth/compute-engine/network/server-port.ts';

/** Where the networks are that servers can be on, if not on the one that is built in. What is asked here is asked with the token of who asks us. */
export interface Networks {
  /** The ports that each server is to have. Throws what clients are told where they cannot have them. */
  lookUp(asked: AskedPorts): Promise<FoundPorts>;
  /** The security groups of these names or ids. */
  securityGroups(names: readonly string[], by: NetworkAsker): Promise<ServerPort['securityGroups']>;
}

export interface NetworkAsker {
  readonly token: string;
  readonly projectId: string;
  /** Whether it may be on networks that lead outside. */
  readonly mayAttachExternal: boolean;
}

export interface AskedPorts {
  readonly by: NetworkAsker;
  /** Nothing said is whatever network there is, if any; `auto` is one in any case. */
  readonly networks: readonly AskedPort[] | 'none' | 'auto' | 'unsaid';
  readonly securityGroups: ServerPort['securityGroups'];
  /** How many servers there are to be. */
  readonly most: number;
}

export interface AskedPort {
  readonly portId: string | null;
  readonly networkId: string | null;
  readonly address: string | null;
  readonly tag: string | null;
}

export interface FoundPorts {
  readonly ports: readonly ServerPort[];
  /** For how many servers the project may have such ports. */
  readonly most: number;
}
