import { isUuidLike } from './uuid.ts';

/** In which words of JSON Schema services differ: what formats they know, and what counts as a number. */
export interface Vocabulary {
  readonly formats: Readonly<Record<string, Format>>;
  /** What `minimum` and its like look at; undefined where they have nothing to say about the instance. */
  readonly numberIn: (instance: unknown) => number | undefined;
  /** How that number is shown to who has sent one that is too small or too large; the instance itself unless given. */
  readonly numberShown?: (instance: unknown) => string;
}

/** A format that a text, or whatever was sent, has or has not. */
export interface Format {
  readonly has: (instance: unknown) => boolean;
  /** Unless told: `'x' is not a 'date-time'`. */
  readonly refusal?: string;
}

/**
 * Placement's. Its check of a format is asked about every value, and what is no string is no UUID: without a `type` beside it, the format
 * is the one keyword that refuses other types.
 */
export const usualVocabulary: Vocabulary = {
  formats: { uuid: { has: (instance) => typeof instance === 'string' && isUuidLike(instance) } },
  numberIn: (instance) => (typeof instance === 'number' ? instance : undefined),
};
