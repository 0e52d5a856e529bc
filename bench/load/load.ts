import type { RequestTemplate } from './request-template.ts';
import type { Timings } from './timings.ts';

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Those of Placement's newest version unless given. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a server did under load. */
export interface Load {
  /** Null where nothing was answered. */
  readonly timings: Timings | null;
  /** Answers with the status that was to come. */
  readonly perSecond: number;
  readonly failed: number;
  /** What failed, for whoever has to find out why. */
  readonly failures: string;
  /** Of an answer with its head; null where nobody counted. */
  readonly meanBytes: number | null;
}

/** Sends the requests in turn, on so many connections at a time, for so long. */
export type Generate = (
  url: string,
  templates: readonly RequestTemplate[],
  options: LoadOptions,
) => Promise<Load>;
