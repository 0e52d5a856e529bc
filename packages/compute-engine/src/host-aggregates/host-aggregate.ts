import type { AggregateId, Instant } from '@berth/engine/ids.ts';

/** A set of hosts (`AggregateHost`) with what operators say of them; some are an availability zone. In Placement its nodes are in the aggregate of this id. */
export interface HostAggregate {
  readonly id: AggregateId;
  /** What clients call it by. */
  readonly number: number;
  readonly name: string;
  /** `availability_zone` among them, where it is one. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: Instant;
  /** When it got its name, if that is not its first one: as in the original, nothing else counts. */
  readonly updatedAt: Instant | null;
}

/** Under which key of metadata the zone is. */
export const zoneKey = 'availability_zone';

/** Null: its hosts are in whatever zone others say. */
export function zoneIn({ metadata }: HostAggregate): string | null {
  return metadata[zoneKey] ?? null;
}

/** An aggregate changes as a whole, with all of them, so it cannot have any number. */
export const aggregateMetadataMax = 1_000;
