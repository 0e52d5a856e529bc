import type { Inventories } from '@berth/client/placement/records.ts';

/** What a node is to look like in Placement: its providers, parents before children, the root first. */
export type Picture = readonly WantedProvider[];

export interface WantedProvider {
  readonly name: string;
  /** By name; null for the root. */
  readonly parent: string | null;
  /** All that it has. Of a driver's own providers no inventory is anybody else's, but for what operators configure. */
  readonly inventories: Inventories;
  readonly traits: readonly string[];
}

/** What a driver says about its pictures, so that one can be turned into another. */
export interface PictureRules {
  /** Classes of one family can take each other's place. Null for a class that is not the driver's. */
  familyOf(resourceClass: string): string | null;
  /**
   * In which class a consumer is to hold what it holds of one; `offered` are those of its family in the new picture. Null where it
   * cannot be held any more.
   */
  classFor(consumer: string, held: string, offered: ReadonlySet<string>): string | null;
  /**
   * Whether inventory of this class may go while nobody looks who holds it, as of a device that is pulled out. (Placement refuses it
   * while somebody does.) Of all others it is found out first, so that the refusal can name them.
   */
  mayGo(resourceClass: string): boolean;
  /** Whether it is for the driver to say if a provider of its own has the trait. */
  isOwnTrait(trait: string): boolean;
}
