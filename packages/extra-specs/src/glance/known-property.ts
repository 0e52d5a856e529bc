import type { MetadefProperty } from './metadef.ts';

/** A property of flavors or of images, as it can be written. */
export interface KnownProperty {
  /** As defined: `hw:numa_cpus.{num}`. */
  readonly definedAs: string;
  /** What the others of its kind begin with as well: `hw:`. */
  readonly prefix: string;
  /** What follows the prefix: `numa_cpus.0`. */
  readonly name: string;
  readonly property: MetadefProperty;
  /** The image property that says the same as this one of flavors, as defined; null where there is none. */
  readonly pair: string | null;
}

/** The properties of one namespace of extra specs, or of one family of image properties. */
export interface KnownGroup {
  /** `hw`; null for extra specs without a namespace. */
  readonly name: string | null;
  readonly description: string;
  readonly properties: readonly KnownProperty[];
}

/** Something that is defined, and cannot be written, or not all of it. */
export interface Omission {
  /** As defined: `hw:numa_cpus.{num}`. */
  readonly key: string;
  /** What follows the key in a sentence. */
  readonly text: string;
}

export function fullName({ prefix, name }: KnownProperty): string {
  return `${prefix}${name}`;
}
