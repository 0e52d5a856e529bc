import { ask } from '../ask.ts';
import { listOf, members, text } from '../shape.ts';
import type { Transport } from '../transport.ts';

/** A set of compute hosts. Its uuid is that of the aggregate of their providers in Placement. */
export interface HostAggregateRecord {
  readonly uuid: string;
  readonly name: string;
  readonly hosts: readonly string[];
}

/** All of them, with their uuids (2.41). */
export async function listHostAggregates(transport: Transport): Promise<readonly HostAggregateRecord[]> {
  const request = { method: 'GET', path: '/os-aggregates', version: '2.41' } as const;
  return (await ask(transport, request, aggregates)).aggregates;
}

const aggregates = members({
  aggregates: listOf(members({ uuid: text, name: text, hosts: listOf(text) })),
});
