import { isDeepStrictEqual } from 'node:util';
import { putAllocations } from '@berth/client/placement/allocations.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import { type Finding, isSame } from './audit-cloud.ts';
import type { AuditedCloud } from './cloud-picture.ts';
import { examineConsumer, type Knowledge } from './examine-consumer.ts';
import type { ConsumerFacts } from './judge-consumer.ts';
import type { Repair } from './plan-repair.ts';
import { reasonOf } from './reason-of.ts';

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

  const refusal = await write(cloud, now.facts, repair);
  if (refusal !== null) return refusal;
  const { judgement } = await examineConsumer(cloud, knowledge, facts.uuid);
  if (judgement === 'busy' || judgement.length === 0) return { kind: 'repaired' };
  return { kind: 'failed', why: 'it was written, and is still wrong: look at it again' };
}

/** Others may write to the same provider at the same moment, which says nothing about this consumer. */
const attemptsMax = 4;

/** Null where it is written. */
async function write(
  { placement }: AuditedCloud,
  { uuid, held }: ConsumerFacts,
  { after, projectId, userId }: Extract<Repair, { readonly kind: 'write' }>,
): Promise<RepairOutcome | null> {
  const allocations = structuredClone(after);
  const consumerGeneration = held?.consumerGeneration ?? null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await putAllocations(placement, uuid, { allocations, projectId, userId, consumerGeneration });
      return null;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.status === 409 && /consumer generation conflict/.test(error.detail))
        return { kind: 'changed' };
      if (error.code !== 'placement.concurrent_update' || attempt === attemptsMax) {
        return { kind: 'failed', why: reasonOf(error) };
      }
    }
  }
}
