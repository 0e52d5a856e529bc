import type { Caller } from '@berth/api-kit/caller.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import type { Commit } from '@berth/ledger/committer.ts';
import type { ChangeFeed } from '@berth/ledger/following/feed.ts';
import type { BackupCopy } from '../backup/backup-copy.ts';
import type { MetricsSource } from '../metrics/metrics.ts';
import type { LiveSettings } from '../serving/live-settings.ts';

/** The services, with their ledger open: all that a process needs in order to serve them. */
export interface OpenedCloud {
  readonly handle: Handle;
  readonly live: LiveSettings;
  readonly metricsSource: MetricsSource;
  /** From which other threads of this process get the same state, where they can. */
  readonly replicaSource?: ReplicaSource;
  /** Copies the ledger as it is now, where it is in a file. */
  readonly makeBackup?: () => Promise<BackupCopy>;
  /** A token for somebody in this process, which `handle` knows them by; left out where nobody is. */
  readonly tokenFor?: (caller: Caller) => string;
  /** What every ledger has to hold and was new to this one: the standard classes and traits. */
  readonly seeded: readonly string[];
  /** Resolves, with the reason, when nothing can be written any more: the process should end and load again. */
  readonly failed: Promise<unknown>;
  /** Why it cannot serve all requests now, in words for everybody (without names of places); empty when it can. */
  healthProblems(): readonly string[] | Promise<readonly string[]>;
  /** What else operators want to know of its state, in words for everybody. */
  remarks(): readonly string[] | Promise<readonly string[]>;
  /**
   * Told where it can be reached, once it can be: from then on it has its part among several processes, if there are several.
   * Null: nowhere.
   */
  announce(url: string | null): Promise<void>;
  /** Finishes what was accepted, and leaves the ledger in order. */
  close(): void | Promise<void>;
}

/** All that it takes to have the state elsewhere, and to keep it the same. What the changes are is not looked at. */
export interface ReplicaSource {
  /** The module that a thread with the state runs: see `Composition.workerModule`. */
  readonly workerModule: URL;
  /** Of the newest change. */
  lastNumber(): number;
  /** The state, as the changes that make it from nothing. To be gone through while nothing is written. */
  state(): Iterable<unknown>;
  /** Nothing is written until what it gives is called; who writes waits. */
  hold(): () => void;
  /** Calls back in the turn in which a group of commands has come into the world, before anybody is told of it. */
  onCommit(listener: (commit: Commit<unknown>) => void): void;
  /** See `ChangeFeed.readAfter`. */
  readAfter: ChangeFeed<unknown>['readAfter'];
}
