import { isDeepStrictEqual } from 'node:util';
import type { ConsumerAllocations, Resources } from '@berth/client/placement/records.ts';
import type { PlannedMove } from './plan-node.ts';

/** What a consumer holds before and after inventory has moved: amounts by provider and class. */
export interface ConsumerMove {
  readonly consumer: string;
  readonly before: Holding;
  readonly after: Holding;
}

export type Holding = Readonly<Record<string, Readonly<Resources>>>;

/** Those for whom something changes. */
export function consumerMoves({
  before,
  after,
}: Pick<PlannedMove, 'before' | 'after'>): readonly ConsumerMove[] {
  const consumers = new Set([...before.keys(), ...after.keys()]);
  return [...consumers].flatMap((consumer) => {
    const move = { consumer, before: holdingOf(before.get(consumer)), after: holdingOf(after.get(consumer)) };
    return isDeepStrictEqual(move.before, move.after) ? [] : [move];
  });
}

/** Without what is held none of: drivers may leave empty records behind. */
function holdingOf(consumer: ConsumerAllocations | undefined): Holding {
  const entries = Object.entries(consumer?.allocations ?? {}).map(([uuid, { resources }]) => {
    const held = Object.entries(resources).filter(([, amount]) => amount > 0);
    return [uuid, Object.fromEntries(held)] as const;
  });
  return Object.fromEntries(entries.filter(([, held]) => Object.keys(held).length > 0));
}
