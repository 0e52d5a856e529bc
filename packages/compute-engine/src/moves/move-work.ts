import type { ConsumerId } from '@berth/engine/ids.ts';
import type { AskedPassword } from '../orders/order.ts';
import type { PlaceSearch } from '../scheduler/place-request.ts';
import { isLiveMoveWork, type LiveMoveWork } from './live-move-work.ts';

/** What hosts have to do for a server that goes to another one. */
export type MoveWork = ColdMoveWork | LiveMoveWork;

/**
 * What they have to do where it is off meanwhile. One step follows the other (`report-move.ts`), each when the one before is done:
 *
 *     target            source            target
 *     prepare-move  →   move-out     →    finish-move   →  it waits for somebody to say whether it is to stay
 *
 *     source                              target            source
 *     confirm-move, where it stays;       revert-move  →    take-back, where it does not
 *
 * A server whose source is down has one step, `evacuate`, at its target; what its source has of it goes later (`leftovers.ts`).
 *
 * A step that fails takes the move back with the same steps as somebody who does not want it.
 */
export type ColdMoveWork =
  /** The target sees to it that the server can come. `search`: how it was found, for as long as another one may have to be. */
  | ({ readonly kind: 'prepare-move'; readonly search: PlaceSearch } & OfMigration)
  /** The source turns the machine off, puts it aside, and lets the target have its disks. */
  | ({ readonly kind: 'move-out' } & OfMigration)
  /** The target makes the machine of what has come. */
  | ({ readonly kind: 'finish-move' } & OfMigration)
  /** The source forgets what it has put aside. */
  | ({ readonly kind: 'confirm-move' } & OfMigration)
  /** The target destroys what it has of the machine. */
  | ({ readonly kind: 'revert-move' } & GoingBack)
  /** The source has the machine again that it has put aside. */
  | ({ readonly kind: 'take-back' } & GoingBack)
  /** The target makes the machine anew, of its disks where it has them too. */
  | ({ readonly kind: 'evacuate' } & Evacuating);

interface Evacuating extends OfMigration, AskedPassword {
  /** Its machine is switched off afterwards, which is an order of its own. */
  readonly endsOff?: true;
  /** Absent: the target finds out whether it has the disks. */
  readonly hasSharedDisks?: boolean;
}

export interface OfMigration {
  readonly migrationId: ConsumerId;
}

interface GoingBack extends OfMigration {
  /** Since a step has failed, and not since somebody wants it. */
  readonly isRollback: boolean;
}

const coldKinds: ReadonlySet<string> = new Set([
  'prepare-move',
  'move-out',
  'finish-move',
  'confirm-move',
  'revert-move',
  'take-back',
  'evacuate',
] satisfies readonly ColdMoveWork['kind'][]);

export function isMoveWork(work: { readonly kind: string }): work is MoveWork {
  return coldKinds.has(work.kind) || isLiveMoveWork(work);
}

/** Whether a step is done where the server came from. */
export function isAtSource({ kind }: MoveWork): boolean {
  return sourceKinds.has(kind);
}

const sourceKinds: ReadonlySet<string> = new Set([
  'move-out',
  'confirm-move',
  'take-back',
  'live-move',
  'leave-live-move',
  'resume-live-move',
  'abort-live-move',
  'complete-live-move',
] satisfies readonly MoveWork['kind'][]);
