import { HttpError } from '@berth/api-kit/http-error.ts';
import type { RefusalKind, RefusalReason } from '@berth/engine/refusals.ts';
import { Refusal } from '@berth/engine/refusals.ts';

/** The codes that clients switch on. */
export const codes = {
  concurrentUpdate: 'placement.concurrent_update',
  inventoryInUse: 'placement.inventory.inuse',
  duplicateName: 'placement.duplicate_name',
  providerInUse: 'placement.resource_provider.inuse',
  cannotDeleteParent: 'placement.resource_provider.cannot_delete_parent',
  providerNotFound: 'placement.resource_provider.not_found',
  duplicateKey: 'placement.query.duplicate_key',
  badValue: 'placement.query.bad_value',
  missingValue: 'placement.query.missing_value',
} as const;

type ReasonOf<Kind extends RefusalKind> = Extract<RefusalReason, { kind: Kind }>;

/** How a refusal is shown where an endpoint says nothing else about it. A kind without a line does not compile. */
const table: {
  readonly [Kind in RefusalKind]: {
    readonly status: number;
    readonly code?: string;
    readonly sentence: (reason: ReasonOf<Kind>) => string;
  };
} = {
  'provider-not-found': { status: 404, sentence: ({ id }) => `No resource provider with uuid ${id} found` },
  'provider-name-missing': { status: 400, sentence: () => objectAction('create', 'name is required') },
  'provider-exists': {
    status: 409,
    code: codes.duplicateName,
    sentence: ({ field, value }) => `Conflicting resource provider ${field}: ${value} already exists.`,
  },
  'parent-not-found': {
    status: 400,
    sentence: () => objectAction('create', 'parent provider UUID does not exist.'),
  },
  'parent-is-itself': {
    status: 400,
    sentence: () =>
      objectAction(
        'create',
        'parent provider UUID cannot be same as UUID. Please set parent provider UUID to None if there is no parent.',
      ),
  },
  'reparenting-not-allowed': {
    status: 400,
    sentence: () => objectAction('update', 're-parenting a provider is not currently allowed.'),
  },
  'unparenting-not-allowed': {
    status: 400,
    sentence: () => objectAction('update', 'un-parenting a provider is not currently allowed.'),
  },
  'parent-makes-loop': {
    status: 400,
    sentence: () => objectAction('update', 'creating loop in the provider tree is not allowed.'),
  },
  'provider-has-children': {
    status: 409,
    code: codes.cannotDeleteParent,
    sentence: ({ id }) => `Unable to delete parent resource provider ${id}: It has child resource providers.`,
  },
  'provider-in-use': {
    status: 409,
    code: codes.providerInUse,
    sentence: ({ id }) => `Unable to delete resource provider ${id}: Resource provider has allocations.`,
  },
  'provider-generation-conflict': {
    status: 409,
    code: codes.concurrentUpdate,
    sentence: () => 'resource provider generation conflict',
  },
  'inventory-exists': {
    status: 409,
    code: codes.concurrentUpdate,
    sentence: ({ id, resourceClass }) =>
      `Update conflict: resource provider ${id} already has an inventory of class ${resourceClass}`,
  },
  'inventory-not-found': {
    status: 404,
    sentence: ({ resourceClass }) => `No inventory of class ${resourceClass} found.`,
  },
  'inventory-in-use': {
    status: 409,
    code: codes.inventoryInUse,
    sentence: ({ id, resourceClasses }) =>
      `Inventory for '${resourceClasses.join(', ')}' on resource provider '${id}' in use.`,
  },
  'reserved-too-much': {
    status: 400,
    sentence: ({ id, resourceClass, mayEqualTotal }) =>
      `Invalid inventory for '${resourceClass}' on resource provider '${id}'. ` +
      `The reserved value is greater than ${mayEqualTotal ? '' : 'or equal to '}total.`,
  },
  'class-not-found': { status: 404, sentence: ({ name }) => `No such resource class ${name}.` },
  'class-exists': {
    status: 409,
    sentence: ({ name }) => `Conflicting resource class already exists: ${name}`,
  },
  'class-is-standard': {
    status: 400,
    sentence: ({ name }) => `Error in delete resource class: Cannot delete standard resource class ${name}.`,
  },
  'class-in-use': {
    status: 409,
    sentence: ({ name }) =>
      `Error in delete resource class: Cannot delete resource class ${name}. Class is in use in inventory.`,
  },
  'traits-not-found': { status: 404, sentence: ({ names }) => `No such trait(s): ${names.join(', ')}.` },
  'trait-is-standard': { status: 400, sentence: ({ name }) => `Cannot delete standard trait ${name}.` },
  'trait-in-use': {
    status: 409,
    sentence: ({ name }) => `The trait ${name} is in use by a resource provider.`,
  },
  'consumer-generation-conflict': {
    status: 409,
    code: codes.concurrentUpdate,
    sentence: ({ actual, given }) =>
      `consumer generation conflict - expected ${actual ?? 'null'} but got ${given ?? 'None'}`,
  },
  'allocation-provider-not-found': {
    status: 400,
    sentence: ({ id }) => `Allocation for resource provider '${id}' that does not exist.`,
  },
  'nothing-to-allocate-from': {
    status: 409,
    sentence: ({ providers, resourceClasses }) =>
      `Unable to allocate inventory: Inventory for '${resourceClasses.join(', ')}' on resource provider '${providers.join(', ')}' invalid.`,
  },
  'amount-not-allowed': {
    status: 409,
    sentence: ({ id, resourceClass }) =>
      `Unable to allocate inventory: Unable to create allocation for '${resourceClass}' on resource provider '${id}'. ` +
      'The requested amount would violate inventory constraints.',
  },
  'capacity-exceeded': {
    status: 409,
    sentence: ({ id, resourceClass }) =>
      `Unable to allocate inventory: Unable to create allocation for '${resourceClass}' on resource provider '${id}'. ` +
      'The requested amount would exceed the capacity.',
  },
  'no-allocations': { status: 404, sentence: ({ id }) => `No allocations for consumer '${id}'` },
  'reshape-provider-not-found': {
    status: 400,
    code: codes.providerNotFound,
    sentence: ({ id }) =>
      `Resource provider ${id} in inventories not found: No resource provider with uuid ${id} found`,
  },
};

function objectAction(action: string, reason: string): string {
  return `Object action ${action} failed because: ${reason}`;
}

export function sentenceOf(reason: RefusalReason): string {
  // The table's line takes the reasons of its own kind, and the kind is the reason's.
  const { sentence } = table[reason.kind] as { sentence: (reason: RefusalReason) => string };
  return sentence(reason);
}

export function toHttpError(thrown: unknown): HttpError | null {
  return thrown instanceof Refusal ? plainError(thrown.reason) : null;
}

function plainError(reason: RefusalReason): HttpError {
  const { status, code } = table[reason.kind];
  return new HttpError(status, sentenceOf(reason), code === undefined ? {} : { code });
}

/** What an endpoint makes of refusals that mean something else there than elsewhere. */
export type RefusalWords = {
  readonly [Kind in RefusalKind]?: (reason: ReasonOf<Kind>, sentence: string) => HttpError;
};

/** Puts a refusal into the endpoint's own words, where it has some. Anything else is passed on as it is. */
export function inWords(thrown: unknown, words: RefusalWords): unknown {
  return thrown instanceof Refusal ? (errorIn(words, thrown.reason) ?? thrown) : thrown;
}

/** What an endpoint with these words answers where it refuses for this reason. */
export function errorFor(reason: RefusalReason, words: RefusalWords): HttpError {
  return errorIn(words, reason) ?? plainError(reason);
}

function errorIn(words: RefusalWords, reason: RefusalReason): HttpError | null {
  // The word under a kind takes the reasons of that kind.
  const word = words[reason.kind] as ((reason: RefusalReason, sentence: string) => HttpError) | undefined;
  return word ? word(reason, sentenceOf(reason)) : null;
}
