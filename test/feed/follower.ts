import { apply } from '@berth/engine/apply.ts';
import { WorldState } from '@berth/engine/world.ts';
import { changeOf, type WireChange } from './change-of.ts';

/** Somebody who knows nothing but what the feed tells, and rebuilds the state from it. */
export class Follower {
  readonly name: string;
  readonly world = new WorldState();
  /** Of the last change it has. */
  number = 0;
  /** How often it had to begin to ask again, in the middle of it. */
  reconnects = 0;

  constructor(name: string) {
    this.name = name;
  }

  take(wire: WireChange): void {
    if (wire.number !== this.number + 1) {
      throw new Error(`${this.name} has change ${this.number} and gets ${wire.number} next`);
    }
    apply(this.world, changeOf(wire));
    this.number = wire.number;
  }
}
