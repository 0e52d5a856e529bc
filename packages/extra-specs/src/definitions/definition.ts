/**
 * What is said about one extra spec or image property. Plain data: a definition may come from this package, from
 * another one, or from an operator's file, and documents are made of it as well as verdicts.
 *
 * Texts are one paragraph or several (an empty line between them), with `code` in backquotes and no other markup.
 */

/** A namespace with what is in it: one file, one plug-in's contribution, or the part of an operator's file. */
export interface Namespace {
  /** What stands before the first colon: `hw`, or with a parameter `trait{group}`. Null for keys without a colon. */
  readonly name: string | null;
  /** Those that occur in the namespace's own name; each of its specs has them, too. */
  readonly parameters?: readonly Parameter[];
  readonly description: string;
  readonly specs: readonly ExtraSpec[];
}

export interface ExtraSpec {
  /** What stands after the namespace and its colon, with parameters in braces: `numa_cpus.{num}`. */
  readonly name: string;
  readonly parameters?: readonly Parameter[];
  readonly value: Value;
  readonly description: string;
  /** Supported, unless given. */
  readonly support?: Support;
  /** The virt drivers that heed it; every one, unless given. For the reader and for warnings. */
  readonly drivers?: readonly string[];
  /** Other specs without which this one means nothing. For the reader and for warnings. */
  readonly needs?: readonly Need[];
  readonly image?: ImagePair;
}

/** A part of a key that differs from use to use. */
export interface Parameter {
  /** As it stands in braces. */
  readonly name: string;
  /** Matched in full, in the dialect of `pattern.ts`. */
  readonly pattern: string;
  readonly description: string;
}

export type Value = StringValue | IntegerValue | BooleanValue;

/** With a pattern the pattern decides, and the enum is for the reader. */
export interface StringValue {
  readonly type: 'string';
  readonly enum?: readonly string[];
  /** Matched in full, in the dialect of `pattern.ts`. */
  readonly pattern?: string;
  readonly description?: string;
}

export interface IntegerValue {
  readonly type: 'integer';
  readonly min?: number;
  readonly max?: number;
  readonly description?: string;
}

export interface BooleanValue {
  readonly type: 'boolean';
  readonly description?: string;
}

export type Support = Supported | Experimental | Deprecated;

export interface Supported {
  readonly status: 'supported';
}

export interface Experimental {
  readonly status: 'experimental';
  /** What may still change. */
  readonly note?: string;
}

export interface Deprecated {
  readonly status: 'deprecated';
  /** The release: `20.0.0 (Train)`. */
  readonly since: string;
  /** The full key of what to use instead; null when there is nothing. */
  readonly replacedBy: string | null;
  readonly reason?: string;
}

export interface Need {
  /** The full key, as defined: `hw:cpu_policy`. */
  readonly key: string;
  /** What it has to be, if not just any value: one of these. For a boolean `true`, in whatever spelling. */
  readonly values?: readonly string[];
}

/** The image property that says the same thing, and what happens when both are there. */
export interface ImagePair {
  /** As defined among the image properties: `hw_numa_cpus.{num}`. */
  readonly property: string;
  readonly relation: Relation;
  /** When a conflict is found. */
  readonly noticed: Noticer;
  /** The rule in a sentence. */
  readonly rule: string;
}

/** How the two combine, where both are set. */
export const relations = [
  /** The flavor's value is used, the image's is not looked at. */
  'flavor-wins',
  'image-wins',
  /** Different values are a conflict. */
  'must-agree',
  /** Both being there is a conflict, whatever they say. */
  'only-one',
  /** The image may ask for less than the flavor allows, not for more. */
  'image-within-flavor',
  /** The image may set it only where the flavor leaves the choice open. */
  'flavor-permits',
  /** Either of them can switch it on. */
  'either-enables',
  /** What the image asks for is added to what the flavor asks for. */
  'added',
  /** They are about the same thing, and nothing compares them. */
  'unrelated-values',
] as const;

export type Relation = (typeof relations)[number];

/** By whom a conflict is found: by the API, while a host is looked for, or on the host. */
export const noticers = ['api', 'scheduling', 'host'] as const;

export type Noticer = (typeof noticers)[number];
