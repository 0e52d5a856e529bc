import { type Limits, unlimited } from '@berth/compute-engine/quotas/limits.ts';

/** The limits of a cloud whose operator has set none. */
export const usualLimits: Limits = {
  servers: 10,
  cores: 20,
  memoryMb: 51_200,
  keypairs: 100,
  metadataItems: 128,
  serverGroups: 10,
  serverGroupMembers: 10,
  injectedFiles: 5,
  injectedFileBytes: 10_240,
  injectedPathBytes: 255,
  fixedIps: unlimited,
  floatingIps: unlimited,
  securityGroups: unlimited,
  securityGroupRules: unlimited,
};
