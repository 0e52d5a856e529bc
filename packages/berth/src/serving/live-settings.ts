import type { Caller } from '@berth/api-kit/caller.ts';
import type { Policy, PolicyTarget } from '@berth/api-kit/policy.ts';
import type { RuleDefault } from '@berth/api-kit/policy/rule-default.ts';
import type { Config } from '../config/settings.ts';
import { policyOf } from './policy-of.ts';

type Live = Pick<Config, 'hasAccessLog' | 'policyFile' | 'enforcesNewDefaults' | 'enforcesScope'>;

/** Settings that can change while it serves; whoever uses one asks for it each time. */
export class LiveSettings {
  hasAccessLog: boolean;
  /** The policy in force, whichever that is. */
  readonly policy: Policy;
  readonly #rules: readonly RuleDefault[];
  #policy: ReturnType<typeof policyOf>;

  /** `rules` are those of the services, before the operator's. */
  constructor(config: Live, rules: readonly RuleDefault[], readText: (path: string) => string) {
    this.hasAccessLog = config.hasAccessLog;
    this.#rules = rules;
    this.#policy = policyOf(config, rules, readText);
    this.policy = {
      allows: (rule: string, caller: Caller, target?: PolicyTarget) =>
        this.#policy.allows(rule, caller, target),
    };
  }

  /** What the operator should look at in the policy file. */
  get policyWarnings(): readonly string[] {
    return this.#policy.describe().warnings;
  }

  /** What the operator should look at in another policy. Throws where it could not be put in force. */
  warningsOf(config: Live, policyText: string): readonly string[] {
    return policyOf(config, this.#rules, () => policyText).describe().warnings;
  }

  /** From the next request on: all of it, or nothing where it throws. */
  replace(config: Live, policyText: string): void {
    this.#policy = policyOf(config, this.#rules, () => policyText);
    this.hasAccessLog = config.hasAccessLog;
  }
}
