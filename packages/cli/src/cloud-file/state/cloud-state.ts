import type { Inventories, ProviderRecord } from '@berth/client/placement/records.ts';
import type { FlavorSizes } from '../cloud-file.ts';

/** The trait that agents give the nodes of their hosts. */
export const nodeTrait = 'COMPUTE_NODE';

/** What a cloud has, as far as a file asks about it. */
export interface CloudState {
  readonly classes: ReadonlySet<string>;
  readonly traits: ReadonlySet<string>;
  /** All that there are. */
  readonly providers: readonly KnownProvider[];
  /** Of nodes of compute hosts, which their agents keep; read where providers are to be pruned. */
  readonly nodeUuids: ReadonlySet<string>;
  /** All that there are. */
  readonly flavors: readonly KnownFlavor[];
  /** By what the file calls them. */
  readonly projects: ReadonlyMap<string, FoundProject>;
}

/** What hangs on it is there as far as the file speaks of it. The generation is older than all of it: whoever changed it since is noticed. */
export interface KnownProvider extends ProviderRecord {
  readonly inventories?: Inventories;
  readonly traits?: readonly string[];
  readonly aggregates?: readonly string[];
}

export interface KnownFlavor {
  readonly id: string;
  readonly name: string;
  readonly sizes: FlavorSizes;
  readonly description: string | null;
  readonly extraSpecs: Readonly<Record<string, string>>;
  /** Ids of those that may use it; none where it is public, or the file does not ask. */
  readonly projects: readonly string[];
}

export type FoundProject =
  | { readonly kind: 'found'; readonly id: string }
  | { readonly kind: 'none'; readonly reason: string };
