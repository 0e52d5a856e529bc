import type { StartResult } from './start-until-good.ts';

/** What a host went through until a start was good. Passes, reshapes and requests are those of the last start. */
export interface Troubles extends StartResult {
  readonly starts: number;
  readonly requests: number;
  /** What has happened to it, and how often. */
  readonly troubles: ReadonlyMap<string, number>;
}
