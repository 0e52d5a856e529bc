import type { Server } from '../servers/server.ts';
import type { MoveKind, PlannedMove } from './planned-move.ts';
import type { Spot } from './planned-cloud.ts';
import type { Target } from './target-finder.ts';

/** A move in the order in which it was decided on, with all that it gives back and takes. */
export interface DecidedMove {
  readonly server: Server;
  readonly kind: MoveKind;
  readonly from: Spot;
  readonly to: Target;
  readonly purpose: PlannedMove['purpose'];
}
