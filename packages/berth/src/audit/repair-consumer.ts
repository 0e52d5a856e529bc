import { isDeepStrictEqual } from 'node:util';
import { putAllocations } from '@berth/client/placement/allocations.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import { type Finding, isSame } from './audit-cloud.ts';
import type { AuditedCloud } from './cloud-picture.ts';
import { examineConsumer, type Knowledge } from './examine-consumer.ts';

/** What has become of a finding. */
export type RepairOutcome =
  | { readonly kind: 'repaired' }
  /** It is not any more what it was when it was found; nothing was written. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * Writes what a consumer is to hold, if nothing of it has changed: it is examined again right before, and the write names the consumer's
 * generation, so that whatever Nova writes in between wins. Afterwards it is looked at once more.
 */
export async function repairConsumer(
  cloud: AuditedCloud,
  knowledge: Knowledge,
  { facts, faults, repair }: Finding,
): Promise<RepairOutcome> {
  if (repair.kind === 'none') return { kind: 'failed', why: repair.why };
  const now = await examineConsumer(cloud, knowledge, facts.uuid);
  const isUnchanged =
    isSame({ facts, judgement: faults }, now) && isDeepStrictEqual(facts.server, now.facts.server);
  if (!isUnchanged) return { kind: 'changed' };

  const { after, projectId, userId } = repair;
  const consumerGeneration = now.facts.held?.consumerGeneration ?? null;
  try {
    await putAllocations(cloud.placement, facts.uuid, {
      allocations: structuredClone(after),
      projectId,
      userId,
      consumerGeneration,
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isRace = error.status === 409 && /consumer generation conflict/.test(error.detail);
    return isRace ? { kind: 'changed' } : { kind: 'failed', why: error.detail };
  }
  const { judgement } = await examineConsumer(cloud, knowledge, facts.uuid);
  if (judgement === 'busy' || judgement.length === 0) return { kind: 'repaired' };
  return { kind: 'failed', why: 'it was written, and is still wrong: look at it again' };
}
