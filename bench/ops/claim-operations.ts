import { Prng } from '@berth/testing/prng.ts';
import { newConsumer, type RequestTemplate } from '../load/request-template.ts';
import type { ProviderPlan, WorldPlan } from '../worlds/world-plan.ts';
import { seed } from '../worlds/world-plan.ts';
import { asking, type Operation, variantCount, writing } from './operation.ts';

const claimsInBatch = 100;

/** Claims of one small instance each: one by one on hosts drawn by chance, and as a scheduler makes them. */
export function claimOperations(plan: WorldPlan): Operation[] {
  const random = new Prng(`ops/${plan.name}/${seed}/alloc-put`);
  const puts = Array.from({ length: 5_000 }, (): RequestTemplate => {
    const body = JSON.stringify(claim(plan, random.pick(plan.hosts)));
    return { method: 'PUT', path: `/allocations/${newConsumer}`, body };
  });
  return [writing('alloc-put', puts), claimCycle(10), claimCycle(1000), batches(plan, 'alloc-post-100')];
}

/**
 * A hundred new consumers in each request, on a hundred hosts; 64 such requests go round all hosts. The original has
 * deadlocks with those, and answers 500 now and then.
 */
export function batches(plan: WorldPlan, name: string): Operation {
  let next = 0;
  const templates = Array.from({ length: variantCount }, (): RequestTemplate => {
    const claims = Array.from({ length: claimsInBatch }, () => {
      const host = plan.hosts[next++ % plan.hosts.length] as ProviderPlan;
      return `"${newConsumer}":${JSON.stringify(claim(plan, host))}`;
    });
    return { method: 'POST', path: '/allocations', body: `{${claims.join(',')}}` };
  });
  return writing(name, templates, { claimsEach: claimsInBatch, isCompared: false });
}

function claimCycle(limit: number): Operation {
  const path = `/allocation_candidates?resources=VCPU:1,MEMORY_MB:512,DISK_GB:10&limit=${limit}`;
  return asking(`claim-cycle-limit${limit}`, 'allocation_requests', [path], {
    kind: 'claim-cycle',
    isWrite: true,
  });
}

/** What a new consumer is to hold, and who it belongs to. */
export function claim(plan: WorldPlan, host: ProviderPlan): Readonly<Record<string, unknown>> {
  return { allocations: allocationsOn(plan, host), ...claimOwner };
}

export const claimOwner = {
  project_id: 'a7b1a4b2-6d6c-4d3c-9c1c-2b9d7f1c0001',
  user_id: 'a7b1a4b2-6d6c-4d3c-9c1c-2b9d7f1c0002',
  consumer_generation: null,
  consumer_type: 'INSTANCE',
} as const;

function allocationsOn(plan: WorldPlan, host: ProviderPlan): Readonly<Record<string, unknown>> {
  if (plan.kind !== 'nested') return { [host.uuid]: { resources: { VCPU: 1, MEMORY_MB: 512, DISK_GB: 10 } } };
  const cell = firstCell(plan, host);
  return {
    [host.uuid]: { resources: { DISK_GB: 10 } },
    [cell.uuid]: { resources: { VCPU: 1, MEMORY_MB: 512 } },
  };
}

function firstCell(plan: WorldPlan, host: ProviderPlan): ProviderPlan {
  const cell = plan.providers.find(({ parent }) => parent === host.uuid);
  if (!cell) throw new Error(`${host.name} has no cells.`);
  return cell;
}
