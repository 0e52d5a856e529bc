import type { CandidateOrder } from '@berth/engine/candidates/search.ts';
import type { Change } from '@berth/engine/changes.ts';
import type { Command } from '@berth/engine/decide.ts';
import type { World } from '@berth/engine/world.ts';

/** What the endpoints work on. */
export interface App {
  readonly world: World;
  /** Decides and commits; `read` sees the world right after the command, and its result is given once it is durable. */
  commit<Result>(
    command: Command,
    read: (world: World, changes: readonly Change[]) => Result,
  ): Promise<Result>;
  readonly settings: AppSettings;
}

export interface AppSettings {
  /** Whose allocations are that were written by clients too old to say (before 1.8). */
  readonly incompleteProjectId: string;
  readonly incompleteUserId: string;
  /** How many candidates are given at most, whatever the limit; null: no such cap. */
  readonly candidatesMax: number | null;
  readonly candidatesOrder: CandidateOrder;
  readonly randomizesCandidates: boolean;
}
