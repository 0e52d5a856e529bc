import type { Context, Endpoint } from '@berth/api-kit/endpoint.ts';
import type { FlatNetwork } from '@berth/compute-engine/network/flat-network.ts';

/** What the endpoints show. */
export interface NetworkApp {
  readonly network: FlatNetwork;
}

export type NetworkContext = Context<NetworkApp>;
export type NetworkEndpoint = Endpoint<NetworkApp>;
