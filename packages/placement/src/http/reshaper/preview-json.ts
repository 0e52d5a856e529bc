import { HttpError } from '@berth/api-kit/http-error.ts';
import type { AllocationFacts } from '@berth/engine/changes.ts';
import type { NewInventories } from '@berth/engine/commands/set-inventories.ts';
import type {
  ReshapedConsumer,
  ReshapedProvider,
  ReshapePreview,
  ReshapeProblem,
} from '@berth/engine/preview-reshape.ts';
import type { RefusalReason } from '@berth/engine/refusals.ts';
import { undefinedCode } from '../dialect/render-error.ts';
import { errorFor } from '../errors.ts';
import { wireInventory } from '../inventories/inventory-answer.ts';
import { madeWhileSent } from '../made-while-sent.ts';
import { reshaperWords } from './reshaper-words.ts';

/**
 * A preview as JSON, made while it is sent: to put thousands of problems into words takes longer than to find them. One that is
 * `tooLarge` has been looked at no further.
 */
export function* previewJson(
  { problems, providers, consumers }: ReshapePreview,
  tooLarge: HttpError | null,
  counts: object,
): Generator<Uint8Array> {
  const told: readonly Told[] = tooLarge ? [tooLarge] : problems;
  const verdict = { would_succeed: told.length === 0, complete: tooLarge === null, counts };
  const opening = `${JSON.stringify(verdict).slice(0, -1)},"problems":[`;
  yield* madeWhileSent(opening, told, (each) => JSON.stringify(problemView(each)), '],"providers":[');
  yield* madeWhileSent('', providers, (each) => JSON.stringify(providerView(each)), '],"consumers":[');
  yield* madeWhileSent('', consumers, (each) => JSON.stringify(consumerView(each)), ']}');
}

type Told = ReshapeProblem | HttpError;

/** In the words, and with the status and the code, that POST /reshaper has for it. */
function problemView(problem: Told) {
  if (problem instanceof HttpError) {
    return { kind: 'too_large', ...errorView(problem), ...nobody, consumers: [] };
  }
  const { reason, consumerIds } = problem;
  return {
    kind: reason.kind.replaceAll('-', '_'),
    ...errorView(errorFor(reason, reshaperWords)),
    ...namedBy(reason),
    consumers: consumerIds,
  };
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
      return nobody;
  }
}

const nobody = { providers: [], resource_classes: [] };

function providerView({ id, name, generation, before, after }: ReshapedProvider) {
  const inventories = { before: inventoriesView(before), after: inventoriesView(after) };
  return { uuid: id, name, generation, inventories };
}

function inventoriesView(inventories: NewInventories) {
  return Object.fromEntries(
    Array.from(inventories, ([resourceClass, amounts]) => [resourceClass, wireInventory(amounts)]),
  );
}

function consumerView({ id, before, after }: ReshapedConsumer) {
  return { uuid: id, before: amountsByProvider(before), after: amountsByProvider(after) };
}

function amountsByProvider(allocations: readonly AllocationFacts[]): Record<string, Record<string, number>> {
  const shown: Record<string, Record<string, number>> = {};
  for (const { providerId, resourceClass, amount } of allocations) {
    (shown[providerId] ??= {})[resourceClass] = amount;
  }
  return shown;
}
