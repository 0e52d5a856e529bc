import type { LimitedThing } from '@berth/compute-engine/quotas/limits.ts';

/** What clients call the things that have limits, in the order in which they are checked. */
export const quotaNames = {
  servers: 'instances',
  cores: 'cores',
  memoryMb: 'ram',
  floatingIps: 'floating_ips',
  fixedIps: 'fixed_ips',
  metadataItems: 'metadata_items',
  keypairs: 'key_pairs',
  securityGroups: 'security_groups',
  securityGroupRules: 'security_group_rules',
  injectedFiles: 'injected_files',
  injectedFileBytes: 'injected_file_content_bytes',
  injectedPathBytes: 'injected_file_path_bytes',
  serverGroups: 'server_groups',
  serverGroupMembers: 'server_group_members',
} as const satisfies Readonly<Record<LimitedThing, string>>;

export type QuotaName = (typeof quotaNames)[LimitedThing];

/** The way back. */
export const thingsNamed = Object.fromEntries(
  Object.entries(quotaNames).map(([thing, name]) => [name, thing]),
) as Readonly<Record<QuotaName, LimitedThing>>;

/** Those of networks; other services have them. */
export const networkQuotas: readonly QuotaName[] = [
  'fixed_ips',
  'floating_ips',
  'security_group_rules',
  'security_groups',
];

/** Those of files that servers were made with. */
export const fileQuotas: readonly QuotaName[] = [
  'injected_file_content_bytes',
  'injected_file_path_bytes',
  'injected_files',
];

export const groupQuotas: readonly QuotaName[] = ['server_group_members', 'server_groups'];

/** All others. */
export function quotasWithout(...left: readonly (readonly QuotaName[])[]): readonly QuotaName[] {
  return Object.values(quotaNames).filter((name) => !left.some((each) => each.includes(name)));
}
