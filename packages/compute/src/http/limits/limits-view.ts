import type { Limits } from '@berth/compute-engine/quotas/limits.ts';
import type { Usage } from '@berth/compute-engine/quotas/usage-of.ts';
import type { ComputeContext } from '../endpoint.ts';
import { versions } from '../versions.ts';

interface Shown {
  readonly limits: Limits;
  readonly used: Usage;
}

export function shownLimits({ version }: ComputeContext, shown: Shown): Record<string, unknown> {
  return view.at(version)(shown);
}

const view = versions.view<Shown>({
  maxTotalInstances: { get: ({ limits }) => limits.servers },
  maxTotalCores: { get: ({ limits }) => limits.cores },
  maxTotalRAMSize: { get: ({ limits }) => limits.memoryMb },
  maxServerMeta: { get: ({ limits }) => limits.metadataItems },
  maxImageMeta: { until: '2.38', get: ({ limits }) => limits.metadataItems },
  maxPersonality: { until: '2.56', get: ({ limits }) => limits.injectedFiles },
  maxPersonalitySize: { until: '2.56', get: ({ limits }) => limits.injectedFileBytes },
  maxTotalKeypairs: { get: ({ limits }) => limits.keypairs },
  maxServerGroups: { get: ({ limits }) => limits.serverGroups },
  maxServerGroupMembers: { get: ({ limits }) => limits.serverGroupMembers },
  maxTotalFloatingIps: { until: '2.35', get: ({ limits }) => limits.floatingIps },
  maxSecurityGroups: { until: '2.35', get: ({ limits }) => limits.securityGroups },
  maxSecurityGroupRules: { until: '2.35', get: ({ limits }) => limits.securityGroupRules },
  totalRAMUsed: { get: ({ used }) => used.memoryMb },
  totalCoresUsed: { get: ({ used }) => used.cores },
  totalInstancesUsed: { get: ({ used }) => used.servers },
  totalFloatingIpsUsed: { until: '2.35', get: ({ used }) => used.floatingIps },
  totalSecurityGroupsUsed: { until: '2.35', get: ({ used }) => used.securityGroups },
  totalServerGroupsUsed: { get: ({ used }) => used.serverGroups },
});
