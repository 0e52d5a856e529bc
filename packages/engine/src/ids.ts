/** Ids and names are strings with a brand, so that one cannot be passed where another is meant. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type ProviderId = Branded<'ProviderId'>;
export type ConsumerId = Branded<'ConsumerId'>;
export type AggregateId = Branded<'AggregateId'>;
export type TraitName = Branded<'TraitName'>;
export type ClassName = Branded<'ClassName'>;
/** Milliseconds since the epoch, as a command's `now` gave it. */
export type Instant = number;
