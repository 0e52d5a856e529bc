import { randomUUID } from 'node:crypto';
import { getAllocations, putAllocations } from '@berth/client/placement/allocations.ts';
import type { Inventory } from '@berth/client/placement/records.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { ProviderTree } from '@berth/host/provider-tree.ts';
import { ReportClient } from '@berth/host/report-client/report-client.ts';
import type { Pausing } from '@berth/host/report-client/retries.ts';

export const sharingTrait = 'MISC_SHARES_VIA_AGGREGATE';

/** Whoever loses a race here has lost it to the test itself, and need not wait. */
export const withoutPauses: Pausing = { pause: async () => {}, random: () => 0 };

export type Host = ReturnType<typeof newHost>;

/** A host that nobody else knows. `seen` is what Placement has of it: a client of its own is asked. */
export function newHost(transport: Transport) {
  const uuid = randomUUID();
  const hostname = `host ${uuid}`;
  const client = new ReportClient(transport);
  const treeOf = (other = client) => other.getProviderTreeAndEnsureRoot(uuid, hostname);
  const update = async (edit: (tree: ProviderTree) => unknown, other = client) => {
    const tree = await treeOf(other);
    await edit(tree);
    await other.updateFromProviderTree(tree);
  };
  const seen = async () => dump(await treeOf(new ReportClient(transport)));
  return { uuid, hostname, client, treeOf, update, seen };
}

/** One that shares its disk with the aggregates. */
export async function newStore(transport: Transport, aggregates: readonly string[]): Promise<Host> {
  const store = newHost(transport);
  await store.update((tree) => {
    tree.updateInventory(store.uuid, { DISK_GB: amount(100) });
    tree.updateTraits(store.uuid, [sharingTrait]);
    tree.updateAggregates(store.uuid, aggregates);
  });
  return store;
}

type Held = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Whatever the consumer has held before, from now on it is this. */
export async function claim(
  transport: Transport,
  held: Held,
  consumer: string = randomUUID(),
): Promise<string> {
  const before = await getAllocations(transport, consumer);
  const entries = Object.entries(held).map(([uuid, resources]) => [uuid, { resources }]);
  await putAllocations(transport, consumer, {
    allocations: Object.fromEntries(entries),
    projectId: 'p',
    userId: 'u',
    consumerGeneration: before?.consumerGeneration ?? null,
  });
  return consumer;
}

export async function heldBy(transport: Transport, consumer: string): Promise<Held> {
  const held = await getAllocations(transport, consumer);
  const entries = Object.entries(held?.allocations ?? {});
  return Object.fromEntries(entries.map(([uuid, { resources }]) => [uuid, resources]));
}

export function amount(total: number): Inventory {
  return { total, reserved: 0, minUnit: 1, maxUnit: total, stepSize: 1, allocationRatio: 1 };
}

/** A tree without the generations, in an order of its own. */
export function dump(tree: ProviderTree) {
  return tree
    .getProviderUuids()
    .map((uuid) => tree.data(uuid))
    .map(({ uuid, name, parentUuid, inventory, traits, aggregates }) => ({
      uuid,
      name,
      parentUuid,
      inventory,
      traits: [...traits].sort(),
      aggregates: [...aggregates].sort(),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Names are unique in all of Placement. */
export function nameOf(host: string, part: string): string {
  return part === host ? host : `${part} of host ${host}`;
}

/** For names of traits and classes. */
export function shortOf(uuid: string): string {
  return uuid.slice(0, 8).toUpperCase();
}
