import { putClaim } from '@berth/client/placement/allocations.ts';
import { listCandidates } from '@berth/client/placement/allocation-candidates.ts';
import type { AllocationRequest, Resources } from '@berth/client/placement/records.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { Prng } from '@berth/testing/prng.ts';

/** How many candidates are asked for. */
const limit = '10';

/** Where this fits on one host, as a scheduler asks. */
export async function candidatesOn(
  transport: Transport,
  rootUuid: string,
  resources: Readonly<Resources>,
): Promise<readonly AllocationRequest[]> {
  const wanted = Object.entries(resources).map(([name, amount]) => `${name}:${amount}`);
  const query = new URLSearchParams({ resources: wanted.join(','), in_tree: rootUuid, limit });
  return (await listCandidates(transport, query)).allocationRequests;
}

/** Claims one of the candidates for a consumer that holds nothing yet. False where somebody has changed the host meanwhile. */
export async function claimCandidate(
  transport: Transport,
  consumer: string,
  candidates: readonly AllocationRequest[],
  prng: Prng,
): Promise<boolean> {
  if (candidates.length === 0) return false;
  const { allocations, mappings } = prng.pick(candidates);
  const held = Object.entries(allocations).map(([uuid, { resources }]) => [
    uuid,
    { resources: { ...resources } },
  ]);
  try {
    await putClaim(transport, consumer, {
      allocations: Object.fromEntries(held),
      mappings,
      projectId: 'p',
      userId: 'u',
      consumerGeneration: null,
    });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 409) return false;
    throw error;
  }
}
