import type { Row, Via } from '../measuring/row.ts';
import type { WorldResult } from '../measuring/world-result.ts';

/** Everything a run has measured, to be looked up. */
export class Measurements {
  readonly worlds: readonly WorldResult[];

  constructor(worlds: readonly WorldResult[]) {
    this.worlds = worlds;
  }

  get rows(): Row[] {
    return this.worlds.flatMap(({ rows }) => rows);
  }

  world(name: string): WorldResult | undefined {
    return this.worlds.find(({ world }) => world === name);
  }

  row(world: string, operation: string, via: Via = 'http'): Row | undefined {
    return this.world(world)?.rows.find((row) => row.operation === operation && row.via === via);
  }

  /** The time of one client, in the middle. */
  p50Ms(world: string, operation: string, via: Via): number | undefined {
    return this.row(world, operation, via)?.alone?.p50Ms;
  }
}
