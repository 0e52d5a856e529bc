import type { HotSpot } from '../profiling/hot-spots.ts';
import type { MemoryGrowth } from './memory-growth.ts';
import type { Row } from './row.ts';

/** All that was measured on one world. */
export interface WorldResult {
  readonly world: string;
  readonly counts: { readonly providers: number; readonly consumers: number; readonly allocations: number };
  /** From the start of Berth's process, its ledger being there, to its first candidates. */
  readonly startMs: number;
  /** What it held in memory right after that. */
  readonly startMb: number | null;
  readonly rows: readonly Row[];
  /** In worlds of devices. */
  readonly growth: MemoryGrowth | null;
  /** Claims a second that bare SQLite makes durable, in groups; where claims were made. */
  readonly bareSqlitePerSecond: number | null;
  /** By operation; where that was asked for. */
  readonly profiles: Readonly<Record<string, readonly HotSpot[]>>;
}
