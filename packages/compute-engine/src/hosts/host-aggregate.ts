import type { AggregateId, Instant } from '@berth/engine/ids.ts';

/** A set of hosts with what operators say of them; some are an availability zone. In Placement its nodes are in the aggregate of this id. */
export interface HostAggregate {
  readonly id: AggregateId;
  readonly number: number;
  readonly name: string;
  readonly hosts: readonly string[];
  /** `availability_zone` among them, where it is one. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: Instant;
  readonly updatedAt: Instant | null;
}
