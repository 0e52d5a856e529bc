import type { Caller } from '@berth/api-kit/caller.ts';
import type { Policy, PolicyTarget } from '@berth/api-kit/policy.ts';
import type { Config } from '../config/settings.ts';
import type { policyOf } from '../policy-of.ts';

/** Settings that can change while it serves; whoever uses one asks for it each time. */
export class LiveSettings {
  hasAccessLog: boolean;
  /** The policy in force, whichever that is. */
  readonly policy: Policy;
  #policy: ReturnType<typeof policyOf>;

  constructor(config: Pick<Config, 'hasAccessLog'>, policy: ReturnType<typeof policyOf>) {
    this.hasAccessLog = config.hasAccessLog;
    this.#policy = policy;
    this.policy = {
      allows: (rule: string, caller: Caller, target?: PolicyTarget) =>
        this.#policy.allows(rule, caller, target),
    };
  }

  /** From the next request on. */
  replace(config: Pick<Config, 'hasAccessLog'>, policy: ReturnType<typeof policyOf>): void {
    this.hasAccessLog = config.hasAccessLog;
    this.#policy = policy;
  }
}
