import type { BooleanValue, IntegerValue, Parameter, StringValue, Support } from './definition.ts';

/** What is said about one image property. How it combines with an extra spec stands there, in `ExtraSpec.image`. */
export interface ImageProperty {
  /** With parameters in braces: `hw_numa_mem.{num}`. */
  readonly name: string;
  readonly parameters?: readonly Parameter[];
  readonly value: ImageValue;
  readonly description: string;
  readonly support?: Support;
  readonly drivers?: readonly string[];
  /** Names it had earlier, which are still read; the current one wins. */
  readonly formerNames?: readonly string[];
}

export type ImageValue =
  | (StringValue & {
      /** Other spellings that mean a value of the enum: `amd64` is `x86_64`. */
      readonly synonyms?: Readonly<Record<string, string>>;
      /** Case does not matter: it is read in lower case. */
      readonly lowerCased?: boolean;
    })
  | IntegerValue
  /** Any spelling but those that mean true counts as false; none is refused. */
  | BooleanValue
  /** A CPU set such as `0-3,^2`. */
  | { readonly type: 'cpu-set'; readonly description?: string }
  | { readonly type: 'uuid'; readonly description?: string }
  /** A comparison with a version: `>=2.6`. */
  | { readonly type: 'version-predicate'; readonly description?: string }
  /** A list of objects, in JSON. */
  | { readonly type: 'list'; readonly description?: string };

/** The image properties that begin alike (`hw_`, `img_`, `os_`, `trait:`), in one file. */
export interface ImagePropertyFamily {
  readonly prefix: string;
  readonly description: string;
  readonly properties: readonly ImageProperty[];
}
