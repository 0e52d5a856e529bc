import { changeKinds as kindsOfChanges } from '../changes.ts';
import type { RefusalKind } from '../refusals.ts';

/** Every way to be refused; one that is missing here does not compile. */
export const refusalKinds = Object.keys({
  'provider-not-found': true,
  'provider-name-missing': true,
  'provider-exists': true,
  'parent-not-found': true,
  'parent-is-itself': true,
  'reparenting-not-allowed': true,
  'unparenting-not-allowed': true,
  'parent-makes-loop': true,
  'provider-has-children': true,
  'provider-in-use': true,
  'provider-generation-conflict': true,
  'inventory-exists': true,
  'inventory-not-found': true,
  'inventory-in-use': true,
  'reserved-too-much': true,
  'class-not-found': true,
  'class-exists': true,
  'class-is-standard': true,
  'class-in-use': true,
  'traits-not-found': true,
  'trait-is-standard': true,
  'trait-in-use': true,
  'consumer-generation-conflict': true,
  'allocation-provider-not-found': true,
  'nothing-to-allocate-from': true,
  'amount-not-allowed': true,
  'capacity-exceeded': true,
  'no-allocations': true,
  'reshape-provider-not-found': true,
} satisfies Record<RefusalKind, true>);

/** Every way the world can change. */
export const changeKinds = Object.keys(kindsOfChanges);
