import type { Change } from '../changes.ts';
import type { AggregateId, Instant, ProviderId } from '../ids.ts';
import type { World } from '../world.ts';
import { checkGeneration, providerOf } from './look-up.ts';
import { touch } from './touch.ts';

export interface SetAggregates {
  readonly kind: 'set-aggregates';
  readonly id: ProviderId;
  readonly aggregates: readonly AggregateId[];
  /** Null for clients older than 1.19, who give no generation and do not move it. */
  readonly expectedGeneration: number | null;
  readonly now: Instant;
}

export function setAggregates(world: World, command: SetAggregates): Change[] {
  const provider = providerOf(world, command.id);
  checkGeneration(provider, command.expectedGeneration);
  const changes: Change[] = [
    { kind: 'aggregates-set', id: command.id, aggregates: [...new Set(command.aggregates)] },
  ];
  if (command.expectedGeneration !== null) changes.push(touch(provider, command.now));
  return changes;
}
