import { type HostAggregateRecord, listHostAggregates } from '@berth/client/compute/host-aggregates.ts';
import { type HypervisorRecord, listHypervisors } from '@berth/client/compute/hypervisors.ts';
import { listComputeServices } from '@berth/client/compute/services.ts';
import { getProviderAggregates, putProviderAggregates } from '@berth/client/placement/aggregates.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import { forEachOf } from '../moving/source/for-each-of.ts';
import type { AuditedCloud } from './cloud-picture.ts';
import type { Looking } from './find-suspects.ts';
import { reasonOf } from './reason-of.ts';

/** What has become of a host that is in aggregates of Nova. */
export type HostOutcome = { readonly host: string } /** Its provider is in all of them. */ & (
  | { readonly kind: 'same' }
  /** Its provider was not in these, and is now, or would be. */
  | { readonly kind: 'added'; readonly provider: string; readonly aggregates: readonly HostAggregateRecord[] }
  /** It has several nodes, and nobody can tell which is meant. */
  | { readonly kind: 'several-nodes'; readonly nodes: readonly string[] }
  /** Nova knows no such compute host. */
  | { readonly kind: 'no-host' }
  /** Nova knows the host, and no node of it. */
  | { readonly kind: 'no-node' }
  | { readonly kind: 'no-provider'; readonly provider: string }
  | { readonly kind: 'failed'; readonly provider: string; readonly why: string }
);

export interface SyncOptions extends Pick<Looking, 'concurrency' | 'progress' | 'signal'> {
  readonly isDryRun: boolean;
}

/**
 * Puts the provider of each host into the aggregates that the host is in at Nova. It adds only: what a provider is in besides, others may have put
 * it into. Other hosts go on where one fails.
 */
export async function syncAggregates(
  { compute, placement }: AuditedCloud,
  { isDryRun, concurrency, progress, signal }: SyncOptions,
): Promise<readonly HostOutcome[]> {
  const aggregates = await listHostAggregates(compute);
  const nodes = Map.groupBy(await listHypervisors(compute), ({ host }) => host);
  const known = new Set((await listComputeServices(compute)).map(({ host }) => host));
  const ofHost = new Map<string, HostAggregateRecord[]>();
  for (const aggregate of aggregates) {
    for (const host of aggregate.hosts) ofHost.set(host, [...(ofHost.get(host) ?? []), aggregate]);
  }
  const outcomes: HostOutcome[] = [];
  progress.start('hosts', ofHost.size);
  await forEachOf(ofHost, concurrency, async ([host, wanted]) => {
    signal.throwIfAborted();
    const found = nodeOf(host, nodes.get(host) ?? [], known);
    outcomes.push('kind' in found ? found : await addMissing({ placement, isDryRun }, found, wanted));
    progress.at(outcomes.length);
  });
  progress.end(outcomes.length);
  return outcomes;
}

function nodeOf(
  host: string,
  [first, ...others]: readonly HypervisorRecord[],
  known: ReadonlySet<string>,
): HypervisorRecord | HostOutcome {
  if (first === undefined) return { kind: known.has(host) ? 'no-node' : 'no-host', host };
  if (others.length > 0)
    return { kind: 'several-nodes', host, nodes: [first, ...others].map(({ name }) => name) };
  return first;
}

/** Nova writes aggregates of providers, too: whose write was refused reads again. */
const attemptsMax = 4;

async function addMissing(
  { placement, isDryRun }: Pick<AuditedCloud, 'placement'> & Pick<SyncOptions, 'isDryRun'>,
  { host, uuid: provider }: HypervisorRecord,
  wanted: readonly HostAggregateRecord[],
): Promise<HostOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { generation, aggregates } = await getProviderAggregates(placement, provider);
      const missing = wanted.filter(({ uuid }) => !aggregates.includes(uuid));
      if (missing.length === 0) return { kind: 'same', host };
      if (!isDryRun) {
        const all = [...aggregates, ...missing.map(({ uuid }) => uuid)];
        await putProviderAggregates(placement, provider, { generation, aggregates: all });
      }
      return { kind: 'added', host, provider, aggregates: missing };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.status === 404) return { kind: 'no-provider', host, provider };
      if (error.status !== 409 || attempt === attemptsMax) {
        return { kind: 'failed', host, provider, why: reasonOf(error) };
      }
    }
  }
}
