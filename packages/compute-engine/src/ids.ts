/** Ids are strings with a brand, so that one cannot be passed where another is meant. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** What clients call a flavor by: whatever its maker has chosen, or a uuid. */
export type FlavorId = Branded<'FlavorId'>;
export type ActionId = Branded<'ActionId'>;
export type OrderId = Branded<'OrderId'>;
/** Of what is to be done, and with what. */
export type ImageChoreId = Branded<'ImageChoreId'>;
export type ServiceId = Branded<'ServiceId'>;
export type PlanId = Branded<'PlanId'>;
/** Of a plan and a number. */
export type PlanPageId = Branded<'PlanPageId'>;

/** Of an aggregate and the name of a host. */
export type AggregateHostId = Branded<'AggregateHostId'>;

/** Of a user and a name: clients call a key pair by the name. */
export type KeypairId = Branded<'KeypairId'>;
export type ServerGroupId = Branded<'ServerGroupId'>;
/** The same, as those who place servers call it. */
export type GroupId = ServerGroupId;

/**
 * What counts things from 1: in the original their rows in a table. Clients see it in some places, so a number is never
 * given twice.
 */
export const allSeries = [
  'flavors',
  'keypairs',
  'server-groups',
  'servers',
  'actions',
  'orders',
  'migrations',
  'services',
  'nodes',
  'host-aggregates',
] as const;
export type Series = (typeof allSeries)[number];
