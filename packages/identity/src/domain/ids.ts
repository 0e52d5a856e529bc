/** Ids are strings with a brand, so that one cannot be passed where another is meant. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type DomainId = Branded<'DomainId'>;
export type ProjectId = Branded<'ProjectId'>;
export type UserId = Branded<'UserId'>;
export type GroupId = Branded<'GroupId'>;
export type RoleId = Branded<'RoleId'>;
export type CredentialId = Branded<'CredentialId'>;
export type ServiceId = Branded<'ServiceId'>;
export type EndpointId = Branded<'EndpointId'>;
export type RegionId = Branded<'RegionId'>;
export type RegisteredLimitId = Branded<'RegisteredLimitId'>;
export type LimitId = Branded<'LimitId'>;
/** Milliseconds since the epoch, as a command's `now` gave it. */
export type Instant = number;

/** What clients may add to a thing: kept, and shown again. */
export type Extra = Readonly<Record<string, unknown>>;

/** What operators may say of a thing besides: whether it can be changed. */
export interface Options {
  readonly immutable?: boolean | null;
}
