import type { HttpError } from '@berth/api-kit/http-error.ts';
import type { AllocationFacts } from '@berth/engine/changes.ts';
import type { NewInventories } from '@berth/engine/commands/set-inventories.ts';
import type { ReshapedConsumer, ReshapePreview, ReshapeProblem } from '@berth/engine/preview-reshape.ts';
import type { RefusalReason } from '@berth/engine/refusals.ts';
import { undefinedCode } from '../dialect/render-error.ts';
import { errorFor } from '../errors.ts';
import { wireInventory } from '../inventories/inventory-answer.ts';
import { reshaperWords } from './reshaper-words.ts';

/** In the words, and with the status and the code, that POST /reshaper has for it. */
export function problemView({ reason, consumerIds }: ReshapeProblem) {
  return {
    kind: reason.kind.replaceAll('-', '_'),
    ...errorView(errorFor(reason, reshaperWords)),
    ...namedBy(reason),
    consumers: consumerIds,
  };
}

export function tooLargeView(error: HttpError) {
  return { kind: 'too_large', ...errorView(error), providers: [], resource_classes: [], consumers: [] };
}

function errorView({ status, code = undefinedCode, detail }: HttpError) {
  return { status, code, detail };
}

/** The providers and classes that a reason is about. */
function namedBy(reason: RefusalReason) {
  switch (reason.kind) {
    case 'provider-generation-conflict':
    case 'reshape-provider-not-found':
    case 'allocation-provider-not-found':
      return { providers: [reason.id], resource_classes: [] };
    case 'class-not-found':
      return { providers: [], resource_classes: [reason.name] };
    case 'amount-not-allowed':
    case 'capacity-exceeded':
      return { providers: [reason.id], resource_classes: [reason.resourceClass] };
    case 'inventory-in-use':
      return { providers: [reason.id], resource_classes: reason.resourceClasses };
    case 'nothing-to-allocate-from':
      return { providers: reason.providers, resource_classes: reason.resourceClasses };
    default:
      return { providers: [], resource_classes: [] };
  }
}

export function providerView({ provider, after }: ReshapePreview['providers'][number]) {
  const { id, name, generation, inventories } = provider;
  return {
    uuid: id,
    name,
    generation,
    inventories: { before: inventoriesView(inventories), after: inventoriesView(after) },
  };
}

function inventoriesView(inventories: NewInventories) {
  return Object.fromEntries(
    Array.from(inventories, ([resourceClass, amounts]) => [resourceClass, wireInventory(amounts)]),
  );
}

export function consumerView({ id, before, after }: ReshapedConsumer) {
  return { uuid: id, before: amountsByProvider(before), after: amountsByProvider(after) };
}

function amountsByProvider(allocations: readonly AllocationFacts[]): Record<string, Record<string, number>> {
  const shown: Record<string, Record<string, number>> = {};
  for (const { providerId, resourceClass, amount } of allocations) {
    (shown[providerId] ??= {})[resourceClass] = amount;
  }
  return shown;
}
