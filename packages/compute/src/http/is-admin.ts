import type { App } from './app.ts';
import type { ComputeContext } from './endpoint.ts';

/** Whether the caller sees what is everybody's: the one rule that says who is an administrator. */
export function isAdmin({ app, caller }: Asking<Pick<App, 'policy'>>): boolean {
  return app.policy.allows('context_is_admin', caller, {});
}

/** Who asks, and what an answer is made of: of a service that has less than the compute API, too. */
export interface Asking<Known> extends Pick<ComputeContext, 'caller'> {
  readonly app: Known;
}
