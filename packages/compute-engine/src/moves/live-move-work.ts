import type { PlaceSearch } from '../scheduler/place-request.ts';
import type { OfMigration } from './move-work.ts';

/**
 * What hosts have to do for a server that goes to another one while it runs. One step follows the other (`report-live-move.ts`):
 *
 *     target                target                  source          target                 source
 *     check-live-move  →    prepare-live-move  →    live-move  →    finish-live-move  →    leave-live-move
 *
 *     target                  source
 *     revert-live-move  →     resume-live-move, where it does not come to that, or somebody does not want it any more
 *
 * With the end of `live-move` the machine runs on the target, and there is no way back: what is on the disks of the source is old from then on.
 */
export type LiveMoveWork =
  /** The target says whether the machine could run there. `search`: how it was found, for as long as another one may have to be. */
  | ({ readonly kind: 'check-live-move'; readonly search: PlaceSearch } & OfMigration)
  /** The target makes ready whatever the machine takes there. */
  | ({ readonly kind: 'prepare-live-move' } & OfMigration)
  /** The source sends the machine, which runs on the target afterwards and here no more. */
  | ({ readonly kind: 'live-move' } & OfMigration)
  /** The target does what is left to do with a machine that has come. */
  | ({ readonly kind: 'finish-live-move' } & OfMigration)
  /** The source forgets what it still has of it. */
  | ({ readonly kind: 'leave-live-move'; readonly endsAs: 'completed' | 'error' } & OfMigration)
  /** The target destroys what it has of the machine. */
  | ({ readonly kind: 'revert-live-move' } & BrokenOff)
  /** The source has the machine as it was before. */
  | ({ readonly kind: 'resume-live-move' } & BrokenOff)
  /** Somebody wants the source not to send it after all, or to come to an end with it: while it is at it. */
  | ({ readonly kind: 'abort-live-move' } & OfMigration)
  | ({ readonly kind: 'complete-live-move' } & OfMigration);

export interface BrokenOff extends OfMigration {
  /** What the migration then is. */
  readonly endsAs: 'failed' | 'cancelled';
}

const liveKinds: ReadonlySet<string> = new Set([
  'check-live-move',
  'prepare-live-move',
  'live-move',
  'finish-live-move',
  'leave-live-move',
  'revert-live-move',
  'resume-live-move',
  'abort-live-move',
  'complete-live-move',
] satisfies readonly LiveMoveWork['kind'][]);

export function isLiveMoveWork(work: { readonly kind: string }): work is LiveMoveWork {
  return liveKinds.has(work.kind);
}

/**
 * Whether it is done whatever else is to be done with the server, and not in its turn: what somebody wants of a move that goes on, and what is left to
 * be done where the server is no more, which may be a host that is away.
 */
export function isBeside({ kind }: { readonly kind: string }): boolean {
  return besideKinds.has(kind);
}

const besideKinds: ReadonlySet<string> = new Set([
  'abort-live-move',
  'complete-live-move',
  'leave-live-move',
] satisfies readonly LiveMoveWork['kind'][]);
