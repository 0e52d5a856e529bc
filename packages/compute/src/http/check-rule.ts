import { HttpError } from '@berth/api-kit/http-error.ts';
import type { ComputeContext } from './endpoint.ts';

/** A rule that guards a part of what an endpoint does, beside the one that guards the endpoint. */
export function checkRule({ app, caller }: Pick<ComputeContext, 'app' | 'caller'>, rule: string): void {
  if (!app.policy.allows(rule, caller))
    throw new HttpError(403, `Policy doesn't allow ${rule} to be performed.`);
}
