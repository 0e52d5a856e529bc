import type { Policy } from '@berth/api-kit/policy.ts';
import { createPolicy, type PolicyDescription } from '@berth/api-kit/policy/enforcer.ts';
import { parsePolicyFile } from '@berth/api-kit/policy/policy-file.ts';
import type { RuleDefault } from '@berth/api-kit/policy/rule-default.ts';
import type { Config } from '../config/settings.ts';

/** Whose rules are by themselves, in a file of their own: services have some of the same name that say something else. */
export type PolicyName = 'placement' | 'compute' | 'identity' | 'image';

/** The rules of each, before the operator's. */
export type ServiceRules = ByPolicy<readonly RuleDefault[]>;
export type ServicePolicies = ByPolicy<DescribedPolicy>;
export type ByPolicy<Value> = Readonly<Record<PolicyName, Value>>;

type DescribedPolicy = Policy & { describe(): PolicyDescription };

/** The settings that name the operator's files. */
export const policyFileKeys = {
  placement: 'policyFile',
  compute: 'computePolicyFile',
  identity: 'identityPolicyFile',
  image: 'imagePolicyFile',
} as const satisfies ByPolicy<keyof Config>;

export type PolicyConfig = Pick<
  Config,
  (typeof policyFileKeys)[PolicyName] | 'enforcesNewDefaults' | 'enforcesScope'
>;

/** The rules that are in force under these settings. Throws where a file cannot be read, or says something that makes no sense. */
export function policiesOf(
  config: PolicyConfig,
  rules: ServiceRules,
  readText: (path: string) => string,
): ServicePolicies {
  return byPolicy((name) => policyOf(name, config, rules, readText));
}

/** The same of one service; files of others are not read. */
export function policyOf(
  name: PolicyName,
  config: PolicyConfig,
  rules: ServiceRules,
  readText: (path: string) => string,
): DescribedPolicy {
  const file = config[policyFileKeys[name]];
  return createPolicy({
    defaults: rules[name],
    overrides: file === null ? undefined : parsePolicyFile(readText(file), file),
    enforceNewDefaults: config.enforcesNewDefaults,
    enforceScope: config.enforcesScope,
  });
}

/** What the operator should look at in their files, each with its name. */
export function policyWarnings(
  policies: ServicePolicies,
  config: PolicyConfig,
): { readonly file: string | null; readonly warning: string }[] {
  return policyNames.flatMap((name) =>
    policies[name].describe().warnings.map((warning) => ({ file: config[policyFileKeys[name]], warning })),
  );
}

export const policyNames: readonly PolicyName[] = ['placement', 'compute', 'identity', 'image'];

export function byPolicy<Value>(of: (name: PolicyName) => Value): ByPolicy<Value> {
  return { placement: of('placement'), compute: of('compute'), identity: of('identity'), image: of('image') };
}
