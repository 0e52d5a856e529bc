import type { Limits } from '@berth/compute-engine/quotas/limits.ts';
import { usualLimits } from '@berth/compute/http/usual-limits.ts';
import type { Config } from '../config/settings.ts';

/** What projects and users may have where no quota was set for them. What is not ours to measure has no setting. */
export function limitsOf(config: Config): Limits {
  return {
    ...usualLimits,
    servers: config.quotaInstances,
    cores: config.quotaCores,
    memoryMb: config.quotaRam,
    keypairs: config.quotaKeyPairs,
    metadataItems: config.quotaMetadataItems,
    serverGroups: config.quotaServerGroups,
    serverGroupMembers: config.quotaServerGroupMembers,
    injectedFiles: config.quotaInjectedFiles,
    injectedFileBytes: config.quotaInjectedFileContentBytes,
    injectedPathBytes: config.quotaInjectedFilePathLength,
  };
}
