import { nobody } from '../caller.ts';
import type { Visit } from '../visit.ts';

/** The rule that guards the endpoint. */
export function checkPolicy(visit: Visit): void {
  const { endpoint, service } = visit;
  const { policy } = endpoint;
  if (policy === null) return;
  const target = endpoint.target?.(visit, visit.found);
  if (!service.policy.allows(policy, visit.caller ?? nobody, target)) {
    throw service.dialect.refusals.forbidden(policy);
  }
}
