import type { ImageRule } from './flavor-and-image/image-rule.ts';

/** Something that is wrong, or looks wrong, with one entry of a flavor or an image. */
export interface Problem {
  /** The extra spec's key, the image property's name, or the flavor's or image's field (`ram`, `min_disk`). */
  readonly key: string;
  /** Null where the trouble is that there is none. */
  readonly value: string | null;
  readonly rule: Rule;
  /** Errors are what the original refuses. Everything else is a warning, and so is everything in mode `warn`. */
  readonly severity: 'error' | 'warning';
  /** In the original's words, where it has some. */
  readonly text: string;
  /** What was probably meant: a whole key, or a value. */
  readonly suggestion: string | null;
}

export type Rule = KeyRule | ValueRule | Advice | ImageRule;

/** What the original refuses a key for. */
export type KeyRule = 'unknown-key';

/** What the original refuses a value for. */
export type ValueRule =
  | 'wrong-format'
  | 'not-in-enum'
  | 'not-an-integer'
  | 'above-maximum'
  | 'below-minimum'
  | 'not-a-boolean';

/** What the original accepts in silence. */
export type Advice =
  | 'unknown-namespace'
  | 'no-namespace'
  | 'deprecated'
  | 'missing-dependency'
  | 'unsupported-driver'
  /** Of an image. */
  | 'unknown-property';

/** Whether problems are looked for, and whether those the original refuses are errors. */
export type Mode = 'off' | 'warn' | 'strict';
