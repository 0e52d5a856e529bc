import type { Instant } from '@berth/engine/ids.ts';
import type { ComputeChange } from '../changes.ts';
import type { Compute } from '../compute-state.ts';
import { refuse } from '../refusals.ts';
import { aggregateOf } from './aggregate-of.ts';
import { aggregateMetadataMax, zoneKey } from './host-aggregate.ts';
import { allowedZone } from './allowed-zone.ts';

/** What is left out stays as it is. */
export interface UpdateAggregate {
  readonly kind: 'update-aggregate';
  readonly number: number;
  readonly name?: string;
  /** Null, which no zone is called, is refused: a zone is not taken away so. */
  readonly zone?: string | null;
  readonly now: Instant;
}

export function updateAggregate(compute: Compute, command: UpdateAggregate): readonly ComputeChange[] {
  const aggregate = aggregateOf(compute, command.number);
  const { name = aggregate.name, zone, now } = command;
  const other = compute.hostAggregates.named(name);
  if (other && other.id !== aggregate.id) refuse({ kind: 'aggregate-name-exists', name });
  const renamed = name === aggregate.name ? aggregate : { ...aggregate, name, updatedAt: now };
  if (zone === undefined)
    return renamed === aggregate ? [] : [{ kind: 'host-aggregate-set', thing: renamed }];
  const metadata = { ...aggregate.metadata, [zoneKey]: allowedZone(compute, renamed, zone, 'update') };
  return [{ kind: 'host-aggregate-set', thing: { ...renamed, metadata } }];
}

export interface SetAggregateMetadata {
  readonly kind: 'set-aggregate-metadata';
  readonly number: number;
  /** What is not in it stays as it is, and what is null goes. */
  readonly metadata: Readonly<Record<string, string | null>>;
}

export function setAggregateMetadata(
  compute: Compute,
  command: SetAggregateMetadata,
): readonly ComputeChange[] {
  const aggregate = aggregateOf(compute, command.number);
  const { metadata: asked } = command;
  if (Object.hasOwn(asked, zoneKey)) allowedZone(compute, aggregate, asked[zoneKey] ?? null, 'set-metadata');
  const entries = Object.entries({ ...aggregate.metadata, ...asked });
  const kept = entries.filter((entry): entry is [string, string] => entry[1] !== null);
  if (kept.length > aggregateMetadataMax) {
    refuse({ kind: 'too-much-aggregate-metadata', most: aggregateMetadataMax });
  }
  return [{ kind: 'host-aggregate-set', thing: { ...aggregate, metadata: Object.fromEntries(kept) } }];
}
