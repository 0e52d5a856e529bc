import type { LimitedThing } from '@berth/compute-engine/quotas/limits.ts';

/** What clients call the things that have limits. */
export const quotaNames = {
  servers: 'instances',
  cores: 'cores',
  memoryMb: 'ram',
  keypairs: 'key_pairs',
  metadataItems: 'metadata_items',
  serverGroups: 'server_groups',
  serverGroupMembers: 'server_group_members',
  injectedFiles: 'injected_files',
  injectedFileBytes: 'injected_file_content_bytes',
  injectedPathBytes: 'injected_file_path_bytes',
  fixedIps: 'fixed_ips',
  floatingIps: 'floating_ips',
  securityGroups: 'security_groups',
  securityGroupRules: 'security_group_rules',
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

/** All others, in the order in which they are shown. */
export function quotasWithout(...left: readonly (readonly QuotaName[])[]): readonly QuotaName[] {
  const names = Object.values(quotaNames).sort();
  return names.filter((name) => !left.some((each) => each.includes(name)));
}
