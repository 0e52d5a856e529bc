import type { PlacementRecord } from './placement-record.ts';

/** What is counted, in the order of the last line of an export. */
export const counted = [
  'resource_classes',
  'traits',
  'resource_providers',
  'consumers',
  'allocations',
] as const;

export type RecordCounts = Readonly<Record<(typeof counted)[number], number>>;

/** What a record adds to the counts. */
export function countsOf(record: PlacementRecord): Partial<RecordCounts> {
  switch (record.kind) {
    case 'class':
      return { resource_classes: 1 };
    case 'trait':
      return { traits: 1 };
    case 'provider':
      return { resource_providers: 1 };
    default:
      return { consumers: 1, allocations: record.consumer.allocations.length };
  }
}

/** For people: '7020 providers, 2000 consumers with 6000 allocations'. */
export function describeCounts({ resource_providers, consumers, allocations }: RecordCounts): string {
  return `${resource_providers} providers, ${consumers} consumers with ${allocations} allocations`;
}
