import type { MoveProgress } from '../migrations/migration.ts';

/** What became of an order, as the host tells it. A host may tell it twice: the second time it is of no order any more, and nothing happens. */
export type Outcome = { readonly kind: 'begun' } | { readonly kind: 'done' } | Failure | Progress;

/** How far the source of a live move is with it. */
export interface Progress extends MoveProgress {
  readonly kind: 'progress';
}

/** `message` is for everybody, `details` for those who may see it. */
export interface Failure {
  readonly kind: 'failed';
  readonly message: string;
  readonly details: string;
}
