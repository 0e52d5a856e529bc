import type { Timings } from '../load/timings.ts';

/** How an operation was carried out: over HTTP, in one process without a socket, or only a part of it. */
export type Via = 'http' | 'http, log info' | 'process' | 'search' | 'encoding' | 'search, encoding';

/** What was measured of one operation on one world. Null: not measured, or not to be had here. */
export interface Row {
  readonly world: string;
  readonly operation: string;
  readonly via: Via;
  /** One client. */
  readonly alone: Timings | null;
  /** Sixteen clients at a time; the rate is in claims where the operation is one. */
  readonly loaded: (Partial<Timings> & { readonly perSecond: number }) | null;
  /** CPU time of the server for one request. */
  readonly cpuMs: number | null;
  /** The most memory that the server held meanwhile. */
  readonly peakMb: number | null;
  /** Elements in the answer to each variant that was looked at, the first ones first. */
  readonly items: readonly number[];
  /** Of an answer, on average. */
  readonly bytes: number | null;
  readonly firstByteMs: number | null;
  readonly failed: number;
  readonly failures: string;
  /** How much of the machine other programs had meanwhile; of 1. */
  readonly others: number | null;
  readonly original: OriginalFigures | null;
  /** What a bare `node:http` server reaches with a prepared body of the same size. */
  readonly bare: BareFigures | null;
}

export interface BareFigures {
  readonly perSecond: number;
  readonly alone: Timings | null;
  readonly loaded: Timings | null;
}

/** The same operation on real Placement, on the same world and machine, in the same run. */
export interface OriginalFigures {
  readonly p50Ms: number | null;
  readonly perSecond: number;
  readonly failed: number;
  readonly failures: string;
  readonly items: readonly number[];
}

const unmeasured = {
  alone: null,
  loaded: null,
  cpuMs: null,
  peakMb: null,
  items: [],
  bytes: null,
  firstByteMs: null,
  failed: 0,
  failures: '',
  others: null,
  original: null,
  bare: null,
} as const satisfies Partial<Row>;

export function row(
  of: Pick<Row, 'world' | 'operation' | 'via'>,
  measured: Partial<Omit<Row, 'world' | 'operation' | 'via'>>,
): Row {
  return { ...of, ...unmeasured, ...measured };
}
