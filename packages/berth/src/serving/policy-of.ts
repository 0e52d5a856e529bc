import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import { parsePolicyFile } from '@berth/api-kit/policy/policy-file.ts';
import type { RuleDefault } from '@berth/api-kit/policy/rule-default.ts';
import type { Config } from '../config/settings.ts';

/** The rules that are in force under these settings. */
export function policyOf(
  config: Pick<Config, 'policyFile' | 'enforcesNewDefaults' | 'enforcesScope'>,
  rules: readonly RuleDefault[],
  readText: (path: string) => string,
) {
  const { policyFile } = config;
  return createPolicy({
    defaults: rules,
    overrides: policyFile === null ? undefined : parsePolicyFile(readText(policyFile), policyFile),
    enforceNewDefaults: config.enforcesNewDefaults,
    enforceScope: config.enforcesScope,
  });
}
