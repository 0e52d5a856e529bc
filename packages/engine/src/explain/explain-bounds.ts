/** How much an explanation may take and hold. */
export interface ExplainBounds {
  /** Asked now and then; after a yes, nothing more is found out. */
  readonly isOverdue: () => boolean;
  /** How many of the trees that have no candidate are told about, one by one. */
  readonly nearestMax: number;
  readonly relaxationsMax: number;
  /** How far the candidates of a relaxation are counted. */
  readonly candidatesMax: number;
  /** Whether whoever asks can ask for traits of the root: what they cannot ask for is not told to work. */
  readonly mayAskRoot: boolean;
}

/** Choices that are tried for one tree: some milliseconds. Real trees take a few dozen. */
export const effort = 20_000;
