/** What the load knows of the world, in the words of the API. */

/** Amounts by class, by provider. */
export type Allocations = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A consumer that holds something; one that holds nothing is not there. */
export interface ConsumerState {
  readonly generation: number;
  readonly allocations: Allocations;
}

export interface Inventory {
  readonly total: number;
  readonly reserved: number;
  readonly min_unit: number;
  readonly max_unit: number;
  readonly step_size: number;
  readonly allocation_ratio: number;
}

export type Inventories = Readonly<Record<string, Inventory>>;

/** What an operation changes: the states after it. It happens whole or not at all. */
export interface Effect {
  readonly consumers: ReadonlyMap<string, ConsumerState | null>;
  readonly inventories: ReadonlyMap<string, Inventories>;
}

export const noEffect: Effect = { consumers: new Map(), inventories: new Map() };

export function inventory(total: number, maxUnit = total): Inventory {
  return { total, reserved: 0, min_unit: 1, max_unit: maxUnit, step_size: 1, allocation_ratio: 1 };
}

/** Every consumer of the load is of this owner. */
export const owner = { project_id: 'crash-project', user_id: 'crash-user', consumer_type: 'INSTANCE' };
