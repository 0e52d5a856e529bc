import { checkReshape, type ReshapeProblem } from '@berth/client/placement/reshape-check.ts';
import { reshaperBody } from '@berth/client/placement/reshaper.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import type { Transport } from '@berth/client/transport.ts';
import { reshapeOf } from '../report-client/reshape.ts';
import type { NodePlan } from './plan-node.ts';

/** What is made before anything is moved, and so is no reason against it. */
const madeBefore = new Set([
  'reshape_provider_not_found',
  'allocation_provider_not_found',
  'class_not_found',
]);

/**
 * Every reason for which Placement would refuse what is planned; null where it cannot be asked, since it is no Berth, or where nothing is
 * to be moved. What rests on providers that are only to be made it does not judge.
 */
export async function previewReshape(
  transport: Transport,
  { current, next, move }: NodePlan,
): Promise<readonly ReshapeProblem[] | null> {
  if (move === null) return null;
  const removed = current.getProviderUuids().filter((uuid) => !next.exists(uuid));
  const { body } = reshapeOf({ current, next, removed, allocations: move.after });
  try {
    const problems = await checkReshape(transport, { body: reshaperBody(body) });
    return problems.filter(
      ({ kind, providers }) =>
        !madeBefore.has(kind) || providers.some((uuid) => current.exists(uuid) && next.exists(uuid)),
    );
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}
