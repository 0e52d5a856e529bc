import type { ComputeContext } from './endpoint.ts';

/** Whether the caller sees what is everybody's: the one rule that says who is an administrator. */
export function isAdmin({ app, caller }: Pick<ComputeContext, 'app' | 'caller'>): boolean {
  return app.policy.allows('context_is_admin', caller, {});
}
