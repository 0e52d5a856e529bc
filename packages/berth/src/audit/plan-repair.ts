import type { Resources } from '@berth/client/placement/records.ts';
import type { AuditedCloud, CloudPicture } from './cloud-picture.ts';
import type { ConsumerFacts, Fault } from './judge-consumer.ts';
import { choiceFor, type Held, placeAmounts } from './place-amounts.ts';
import { readTreeStock } from './tree-stock.ts';
import { wantedAmounts } from './wanted-amounts.ts';

/** What a consumer is to hold, and whose it is; or why nobody can tell. */
export type Repair =
  | { readonly kind: 'write'; readonly after: Held; readonly projectId: string; readonly userId: string }
  | { readonly kind: 'none'; readonly why: string };

/** Nothing is written. What a server holds rightly stays as it is. */
export async function planRepair(
  { placement }: AuditedCloud,
  picture: CloudPicture,
  { held, server }: ConsumerFacts,
  faults: readonly Fault[],
): Promise<Repair> {
  if (server === null) {
    return { kind: 'write', after: {}, projectId: held?.projectId ?? '', userId: held?.userId ?? '' };
  }
  const { projectId, userId, host, nodeName } = server;
  const node = host === null ? null : picture.nodeOf(host, nodeName ?? '');
  if (host !== null && node === null) {
    return { kind: 'none', why: `Nova has no node '${nodeName ?? ''}' on host '${host}'` };
  }
  const elsewhere = faults.flatMap((fault) => (fault.kind === 'doubled' ? fault.providers : []));
  const kept = without(held?.allocations ?? {}, elsewhere);
  const isWrong = faults.some(({ kind }) => kind === 'missing' || kind === 'different');
  if (node === null || !isWrong) return { kind: 'write', after: kept, projectId, userId };

  const stock = await readTreeStock(placement, node.uuid);
  const { choices, mayBePinnedByImage } = wantedAmounts(server);
  const [{ VCPU = 0, ...others }] = choices;
  const isPinned = mayBePinnedByImage && holds(kept, 'PCPU') && !holds(kept, 'VCPU');
  const wanted = isPinned ? { ...others, PCPU: VCPU } : choiceFor(choices, stock);
  const placed = placeAmounts(kept, { ...nothing, ...wanted }, stock);
  if (placed.kind === 'unclear') return { kind: 'none', why: placed.why };
  return { kind: 'write', after: placed.held, projectId, userId };
}

/** Of classes that a flavor always decides on. */
const nothing: Readonly<Resources> = { VCPU: 0, PCPU: 0, MEMORY_MB: 0, DISK_GB: 0 };

function without(held: Held, providers: readonly string[]): Held {
  const kept = Object.entries(held).filter(([uuid]) => !providers.includes(uuid));
  return Object.fromEntries(kept.map(([uuid, { resources }]) => [uuid, { resources }]));
}

function holds(held: Held, name: string): boolean {
  return Object.values(held).some(({ resources }) => (resources[name] ?? 0) > 0);
}
