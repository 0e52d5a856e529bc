/** A file that is meant to upset its reader, and what has to come of it. */
export interface HostileFile {
  /** For the table of the report. */
  readonly kind: string;
  readonly bytes: Uint8Array;
  readonly expects: Expectation;
}

export type Expectation =
  /** There is at least one error. */
  | 'error'
  /** It is odd, but right: it loads. */
  | 'loads'
  /** That is for another reader to say, who knows nothing of places and limits. See `judge.ts`. */
  | 'either';

export function hostile(kind: string, text: string, expects: Expectation): HostileFile {
  return { kind, bytes: Buffer.from(text), expects };
}
