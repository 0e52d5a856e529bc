import { createPolicy } from '@berth/api-kit/policy/enforcer.ts';
import { parsePolicyFile } from '@berth/api-kit/policy/policy-file.ts';
import type { Config } from './config/settings.ts';
import { placementRules } from '@berth/placement/policy/rules.ts';

/** The rules that are in force under these settings. */
export function policyOf(
  config: Pick<Config, 'policyFile' | 'enforcesNewDefaults' | 'enforcesScope'>,
  readText: (path: string) => string,
) {
  const { policyFile } = config;
  return createPolicy({
    defaults: placementRules,
    overrides: policyFile === null ? undefined : parsePolicyFile(readText(policyFile), policyFile),
    enforceNewDefaults: config.enforcesNewDefaults,
    enforceScope: config.enforcesScope,
  });
}
