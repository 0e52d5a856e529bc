import { type HostAggregate, zoneIn } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import type { ComputeContext } from '../endpoint.ts';
import { shownTime } from '../shown-time.ts';
import { versions } from '../versions.ts';

export function shownAggregate(
  { version }: ComputeContext,
  aggregate: HostAggregate,
  hosts: readonly string[],
): Record<string, unknown> {
  return whole.at(version)({ ...aggregate, hosts });
}

/** As who has made it is told: without what cannot be in it yet. */
export function shownNewAggregate(
  { version }: ComputeContext,
  aggregate: HostAggregate,
): Record<string, unknown> {
  return brief.at(version)(aggregate);
}

const names = {
  id: { get: ({ number }: HostAggregate) => number },
  uuid: { since: '2.41', get: ({ id }: HostAggregate) => id },
  name: { get: ({ name }: HostAggregate) => name },
} as const;

const rest = {
  created_at: { get: ({ createdAt }: HostAggregate) => shownTime(createdAt) },
  updated_at: {
    get: ({ updatedAt }: HostAggregate) => (updatedAt === null ? null : shownTime(updatedAt)),
  },
  // What is deleted is not kept.
  deleted_at: { get: () => null },
  deleted: { get: () => false },
  availability_zone: { get: zoneIn },
} as const;

const brief = versions.view<HostAggregate>({ ...names, ...rest });

const whole = versions.view<HostAggregate & { readonly hosts: readonly string[] }>({
  ...names,
  hosts: { get: ({ hosts }) => hosts },
  metadata: { get: ({ metadata }) => metadata },
  ...rest,
});
