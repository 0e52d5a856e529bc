import type { Handle } from '@berth/api-kit/service.ts';
import type { Config } from '../config/settings.ts';
import type { Log } from './log.ts';
import type { MetricsSource } from './metrics.ts';

/** The service, with its ledger open: all that a process needs in order to serve it. */
export interface OpenedPlacement {
  readonly handle: Handle;
  readonly metricsSource: MetricsSource;
  /** The standard classes and traits that were new to the ledger. */
  readonly synced: readonly string[];
  /** Resolves, with the reason, when nothing can be written any more: the process should end and load again. */
  readonly failed: Promise<unknown>;
  /** Why it cannot serve now; empty when it can. */
  ailments(): readonly string[];
  /** What else operators want to know of its state. */
  remarks(): readonly string[];
  /**
   * Told where it can be reached, once it can be: from then on it has its part among several processes, if there are several.
   * Null: nowhere.
   */
  announce(url: string | null): Promise<void>;
  /** Finishes what was accepted, and leaves the ledger in order. */
  close(): void | Promise<void>;
}

export type OpenPlacement = (config: Config, log: Log) => Promise<OpenedPlacement>;
