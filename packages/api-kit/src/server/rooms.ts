import type { Socket } from 'node:net';
import { AnonymousRoom } from './anonymous-room.ts';
import { BodyRoom } from './body-room.ts';
import type { Limits } from './limits.ts';

/** What all connections share: those of one server, or of several that may take so much together. */
export interface Rooms {
  readonly connections: ConnectionRoom;
  readonly bodies: BodyRoom;
  readonly anonymous: AnonymousRoom;
}

export function roomsWithin(limits: Limits): Rooms {
  return {
    connections: new ConnectionRoom(limits.connections),
    bodies: new BodyRoom(limits.allBodiesBytes, limits.bodyWaitMs),
    anonymous: new AnonymousRoom(limits.anonymousConnections, limits.anonymousBytes),
  };
}

/** How many connections there are, from the first packet on. */
class ConnectionRoom {
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Until it is closed. False: there is no place for it. */
  enter(socket: Socket): boolean {
    if (this.#count >= this.#limit) return false;
    this.#count++;
    socket.once('close', () => this.#count--);
    return true;
  }
}
