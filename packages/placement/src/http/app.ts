import type { Policy } from '@berth/api-kit/policy.ts';
import type { CandidateOrder } from '@berth/engine/candidates/search.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { Command } from '@berth/engine/decide.ts';
import type { World } from '@berth/engine/world.ts';
import type { CutSearches } from './allocation-candidates/cut-searches.ts';
import type { EmptyAnswers } from './explain/empty-answers.ts';
import type { ExplainSettings } from './explain/explain-settings.ts';

/** What the endpoints work on. */
export interface App {
  readonly world: World;
  /** Decides and commits; `read` sees the world right after the command, and its result is given once it is durable. */
  commit<Result>(
    command: Command,
    read: (world: World, changes: readonly Change[]) => Result,
  ): Promise<Result>;
  /** Of the newest change in the world. */
  readonly changeNumber: () => number;
  readonly settings: AppSettings;
  /** For what depends on the caller beyond whether the endpoint is open to it. */
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long things take: milliseconds since some moment. */
  readonly clock: () => number;
  readonly emptyAnswers: EmptyAnswers;
  /** Told of every search that may have found more with more work. */
  readonly onSearchCut: () => void;
  readonly cutSearches: CutSearches;
  readonly log: AppLog | null;
}

/** As much of a log as the endpoints need. */
export interface AppLog {
  isLevelEnabled(level: 'info' | 'warn'): boolean;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface AppSettings {
  /** Whose allocations are that were written by clients too old to say (before 1.8). */
  readonly incompleteProjectId: string;
  readonly incompleteUserId: string;
  /** How many things one request may write. */
  readonly writeItemsMax: number;
  /** How many candidates are given at most, whatever the limit; null: no such cap. */
  readonly candidatesMax: number | null;
  readonly candidatesOrder: CandidateOrder;
  /** What one search for candidates may do (C18). */
  readonly searchStepsMax: number;
  readonly randomizesCandidates: boolean;
  readonly explain: ExplainSettings;
}
