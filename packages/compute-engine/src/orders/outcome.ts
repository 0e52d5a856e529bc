/** What became of an order, as the host tells it. A host may tell it twice: the second time it is of no order any more, and nothing happens. */
export type Outcome = { readonly kind: 'begun' } | { readonly kind: 'done' } | Failure;

/** `message` is for everybody, `details` for those who may see it. */
export interface Failure {
  readonly kind: 'failed';
  readonly message: string;
  readonly details: string;
}
