import { assert } from '@berth/engine/assert.ts';
import type { ComputeCloud } from '../compute-state.ts';
import type { FlatNetwork } from '../network/flat-network.ts';
import { type AddressRequest, giveAddresses } from '../network/give-addresses.ts';
import type { Decision } from '../scheduler/decision.ts';
import type { PlaceFault } from '../scheduler/place-fault.ts';
import type { PlaceRequest, PlaceSearch } from '../scheduler/place-request.ts';
import { schedule, type Placed } from '../scheduler/schedule.ts';
import { schedulerViewOf } from '../scheduler/scheduler-view-of.ts';
import type { SchedulerSettings } from '../scheduler/settings.ts';
import { wordsOf } from '../scheduler/words-of.ts';
import type { Server } from './server.ts';

export interface WantedPlaces {
  /** What each of them is to have of the network; none: no address. */
  readonly addresses: readonly AddressRequest[];
  readonly network: FlatNetwork;
  readonly search: PlaceSearch;
  readonly scheduling: SchedulerSettings;
}

export type Places =
  | {
      readonly isPlaced: false;
      readonly fault: PlaceFault;
      readonly details: string;
      readonly decision: Decision;
    }
  | {
      readonly isPlaced: true;
      readonly servers: readonly Placed[];
      readonly addresses: readonly Server['addresses'][];
    };

/** A place and addresses for each of some servers that are alike, or for none of them. */
export function findPlaces(cloud: ComputeCloud, made: readonly Server[], wanted: WantedPlaces): Places {
  const { network, addresses: requests, scheduling: settings, search } = wanted;
  const [first] = made;
  assert(first, 'at least one server is made');
  const request = placeRequestOf(first, search);
  const ids = made.map(({ id }) => id);
  const scheduled = schedule(schedulerViewOf(cloud), request, ids, settings);
  if (!scheduled.isPlaced) {
    const { fault, decision } = scheduled;
    return { isPlaced: false, fault, details: wordsOf(decision), decision };
  }
  const addresses = giveAddresses(cloud.compute, network, requests, made.length);
  if (addresses === null) {
    const message = `No fixed IP addresses available for network: ${network.id}`;
    const ended = { step: 'addresses', reason: `No address of ${network.name} is left.` };
    const decision = { ...(scheduled.servers[0] as Placed).decision, best: [], ended }; // At least one server is made.
    return { isPlaced: false, fault: { code: 500, message }, details: message, decision };
  }
  return { isPlaced: true, servers: scheduled.servers, addresses };
}

export function placeRequestOf(server: Server, search: PlaceSearch): PlaceRequest {
  const { projectId, userId, flavor, image, pinnedZone: zone } = server;
  return {
    ...search,
    projectId,
    userId,
    flavor,
    zone,
    image: image && { ...image, diskFormat: search.diskFormat },
    isVolumeBacked: image === null,
  };
}
