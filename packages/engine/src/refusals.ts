import type { ClassName, ConsumerId, ProviderId, TraitName } from './ids.ts';

/** Every way a command or a query can be refused. Whoever shows them to a client decides on status and words. */
export type RefusalReason =
  | { readonly kind: 'provider-not-found'; readonly id: ProviderId }
  | { readonly kind: 'provider-name-missing' }
  | { readonly kind: 'provider-exists'; readonly field: 'uuid' | 'name'; readonly value: string }
  | { readonly kind: 'parent-not-found' }
  | { readonly kind: 'parent-is-itself' }
  | { readonly kind: 'reparenting-not-allowed' }
  | { readonly kind: 'unparenting-not-allowed' }
  | { readonly kind: 'parent-makes-loop' }
  | { readonly kind: 'provider-has-children'; readonly id: ProviderId }
  | { readonly kind: 'provider-in-use'; readonly id: ProviderId }
  | {
      readonly kind: 'provider-generation-conflict';
      readonly id: ProviderId;
      readonly expected: number;
      readonly actual: number;
    }
  | { readonly kind: 'inventory-exists'; readonly id: ProviderId; readonly resourceClass: ClassName }
  | { readonly kind: 'inventory-not-found'; readonly id: ProviderId; readonly resourceClass: ClassName }
  /** Classes are in the order of the catalog. */
  | {
      readonly kind: 'inventory-in-use';
      readonly id: ProviderId;
      readonly resourceClasses: readonly ClassName[];
    }
  | {
      readonly kind: 'reserved-too-much';
      readonly id: ProviderId;
      readonly resourceClass: ClassName;
      readonly mayEqualTotal: boolean;
    }
  | { readonly kind: 'class-not-found'; readonly name: ClassName }
  | { readonly kind: 'class-exists'; readonly name: ClassName }
  | { readonly kind: 'class-is-standard'; readonly name: ClassName }
  | { readonly kind: 'class-in-use'; readonly name: ClassName }
  | { readonly kind: 'traits-not-found'; readonly names: readonly TraitName[] }
  | { readonly kind: 'trait-is-standard'; readonly name: TraitName }
  | { readonly kind: 'trait-in-use'; readonly name: TraitName }
  | {
      readonly kind: 'consumer-generation-conflict';
      readonly id: ConsumerId;
      /** What the consumer is at; null when there is no such consumer. */
      readonly actual: number | null;
      readonly given: number | null;
    }
  | { readonly kind: 'allocation-provider-not-found'; readonly id: ProviderId }
  /** Something is to be taken from a provider that has none of it. */
  | {
      readonly kind: 'nothing-to-allocate-from';
      readonly providers: readonly ProviderId[];
      readonly resourceClasses: readonly ClassName[];
    }
  | { readonly kind: 'amount-not-allowed'; readonly id: ProviderId; readonly resourceClass: ClassName }
  | { readonly kind: 'capacity-exceeded'; readonly id: ProviderId; readonly resourceClass: ClassName }
  | { readonly kind: 'no-allocations'; readonly id: ConsumerId }
  | { readonly kind: 'reshape-provider-not-found'; readonly id: ProviderId };

export type RefusalKind = RefusalReason['kind'];

/** An expected no. Thrown before anything has changed. */
export class Refusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason.kind);
    this.name = 'Refusal';
    this.reason = reason;
  }
}

export function refuse(reason: RefusalReason): never {
  throw new Refusal(reason);
}

/**
 * Told of every reason for a no, and of the consumer whose claim it is about. What decides is given `refuse`, and ends at the first.
 * What only asks gathers them: then the check goes on, and leaves out whatever it would need of that which was refused.
 */
export type OnRefusal = (reason: RefusalReason, consumerId?: ConsumerId) => void;
