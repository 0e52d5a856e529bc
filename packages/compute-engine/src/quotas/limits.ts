/** What there is only so much of for a project or a user. */
export const limitedThings = [
  'servers',
  'cores',
  'memoryMb',
  'keypairs',
  'metadataItems',
  'serverGroups',
  'serverGroupMembers',
  'injectedFiles',
  'injectedFileBytes',
  'injectedPathBytes',
  // Of other services today: they are told and kept, and nothing is measured by them.
  'fixedIps',
  'floatingIps',
  'securityGroups',
  'securityGroupRules',
] as const;

export type LimitedThing = (typeof limitedThings)[number];

/** How much of each; less than 0: as much as they like. */
export type Limits = Readonly<Record<LimitedThing, number>>;

/** Those that were set. */
export type SetLimits = Readonly<Partial<Limits>>;

export const unlimited = -1;

/** What is everybody's in the project, so that no user of it has a limit of their own. */
const sharedThings: readonly LimitedThing[] = ['fixedIps', 'floatingIps'];

export function isShared(thing: LimitedThing): boolean {
  return sharedThings.includes(thing);
}
