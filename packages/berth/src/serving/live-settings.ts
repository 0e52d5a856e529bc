import type { Caller } from '@berth/api-kit/caller.ts';
import type { Policy, PolicyTarget } from '@berth/api-kit/policy.ts';
import type { SchedulerKey } from '../config/scheduler-settings.ts';
import type { Config } from '../config/settings.ts';
import { LiveExtraSpecs } from './live-extra-specs.ts';
import {
  type ByPolicy,
  byPolicy,
  type PolicyConfig,
  policiesOf,
  policyWarnings,
  type ServicePolicies,
  type ServiceRules,
} from './service-policies.ts';

type Live = PolicyConfig & Pick<Config, 'hasAccessLog' | SchedulerKey>;
type Started = Live & Pick<Config, 'extraSpecsSchemas' | 'extraSpecsPlugins'>;

/** What the operator should look at in a policy file. */
export type PolicyWarnings = ReturnType<typeof policyWarnings>;

/** Settings that can change while it serves; whoever uses one asks for it each time. */
export class LiveSettings {
  hasAccessLog: boolean;
  /** Whether the older rules no longer count, which said nothing of owners. */
  enforcesNewDefaults: boolean;
  /** How hosts are chosen. */
  scheduler: Pick<Config, SchedulerKey>;
  /** The policies in force, whichever those are. */
  readonly policies: ByPolicy<Policy>;
  /** What is to be looked at in the files that it was started with. */
  readonly policyWarnings: PolicyWarnings;
  readonly extraSpecs: LiveExtraSpecs;
  readonly #rules: ServiceRules;
  #policies: ServicePolicies;

  constructor(config: Started, rules: ServiceRules, readText: (path: string) => string) {
    this.hasAccessLog = config.hasAccessLog;
    this.enforcesNewDefaults = config.enforcesNewDefaults;
    this.scheduler = config;
    this.extraSpecs = new LiveExtraSpecs(config);
    this.#rules = rules;
    this.#policies = policiesOf(config, rules, readText);
    this.policyWarnings = policyWarnings(this.#policies, config);
    this.policies = byPolicy((name) => ({
      allows: (rule: string, caller: Caller, target?: PolicyTarget) =>
        this.#policies[name].allows(rule, caller, target),
    }));
  }

  /** What the operator should look at in other policies. Throws where they could not be put in force. */
  warningsOf(config: Live, readText: (path: string) => string): PolicyWarnings {
    return policyWarnings(policiesOf(config, this.#rules, readText), config);
  }

  /** From the next request on: all of it, or nothing where it throws. */
  replace(config: Live, readText: (path: string) => string): void {
    this.#policies = policiesOf(config, this.#rules, readText);
    this.hasAccessLog = config.hasAccessLog;
    this.enforcesNewDefaults = config.enforcesNewDefaults;
    this.scheduler = config;
  }
}
