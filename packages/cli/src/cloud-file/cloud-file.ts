import type { Inventory } from '@berth/client/placement/records.ts';

/**
 * What a file says a cloud is to have. A thing that is in it is to be as it is written; what is undefined was not said, and is left as it is.
 * What is listed is all there is of it: no traits is another thing than nothing said of traits.
 */
export interface CloudFile {
  /** Resource classes and traits that are to be there. All begin with CUSTOM_. */
  readonly classes: readonly Placed[];
  readonly traits: readonly Placed[];
  /** In the order of the file, parents of nested ones first. Undefined: the file is not about providers. */
  readonly providers: readonly AskedProvider[] | undefined;
  readonly flavors: readonly AskedFlavor[] | undefined;
}

/** A name, and where it is written: 'cloud.yaml:3:5'. */
export interface Placed {
  readonly name: string;
  readonly place: string;
}

export interface AskedProvider extends Placed {
  /** Where it is given, the provider is known by it, and may be renamed. */
  readonly uuid: string | undefined;
  /** Null: it is to be a root. */
  readonly parent: Placed | null | undefined;
  readonly inventories: readonly AskedInventory[] | undefined;
  readonly traits: readonly Placed[] | undefined;
  readonly aggregates: readonly string[] | undefined;
}

/** Of one resource class, which is its name. */
export interface AskedInventory extends Placed {
  readonly fields: Inventory;
}

/** What cannot be changed of a flavor once it is there. */
export interface FlavorSizes {
  readonly ram: number;
  readonly vcpus: number;
  readonly disk: number;
  readonly ephemeral: number;
  readonly swap: number;
  readonly rxtxFactor: number;
  readonly isPublic: boolean;
}

/** Their names in files. */
export const sizeNames: Readonly<Record<keyof FlavorSizes, string>> = {
  ram: 'ram',
  vcpus: 'vcpus',
  disk: 'disk',
  ephemeral: 'ephemeral',
  swap: 'swap',
  rxtxFactor: 'rxtx_factor',
  isPublic: 'public',
};

export interface AskedFlavor extends Placed {
  /** Where it is given, the flavor is known by it. */
  readonly id: string | undefined;
  readonly sizes: Partial<FlavorSizes>;
  readonly description: string | null | undefined;
  readonly extraSpecs: Readonly<Record<string, string>> | undefined;
  /** Those that may use it, by name or id; of flavors that are not public only. */
  readonly projects: readonly Placed[] | undefined;
}
