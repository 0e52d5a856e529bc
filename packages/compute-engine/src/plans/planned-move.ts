import type { ConsumerId } from '@berth/engine/ids.ts';
import type { ServerPlace } from '../servers/server.ts';

/** Live: it goes on running meanwhile. Cold: it is stopped, moved and started again, if it was running. */
export type MoveKind = 'live' | 'cold';

/** A move of one server. It can be made when all moves before it in the plan have been begun, and those that it waits for are done. */
export interface PlannedMove {
  readonly serverId: ConsumerId;
  readonly kind: MoveKind;
  readonly from: MovePlace;
  readonly to: MovePlace;
  /** What it is for. */
  readonly purpose: 'empty' | 'make-room' | 'spread';
  /** Where in the plan the moves are that have to be done before: what they give back is taken by this one. */
  readonly after: readonly number[];
}

export type MovePlace = Pick<ServerPlace, 'host' | 'nodeName'>;
