import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HttpError, notFound } from '@berth/api-kit/http-error.ts';
import { Refusal, type RefusalKind, type RefusalReason } from '@berth/engine/refusals.ts';
import { className, consumerId, id, traitName } from '@berth/engine/testing/names.ts';
import { inWords, sentenceOf, toHttpError } from './errors.ts';

const [cn1, cn2, vm1] = [id('cn1'), id('cn2'), consumerId('vm1')];
const [vcpu, disk] = [className('VCPU'), className('DISK_GB')];
const gold = traitName('CUSTOM_GOLD');

type Samples = { readonly [Kind in RefusalKind]: Sample<Kind> };
type Sample<Kind extends RefusalKind> = readonly [
  reason: Omit<Extract<RefusalReason, { kind: Kind }>, 'kind'>,
  status: number,
  code: string | undefined,
  sentence: string,
];

const concurrent = 'placement.concurrent_update';

/** One of each kind; a kind without a sample does not compile. */
const samples: Samples = {
  'provider-not-found': [{ id: cn1 }, 404, undefined, `No resource provider with uuid ${cn1} found`],
  'provider-name-missing': [{}, 400, undefined, 'Object action create failed because: name is required'],
  'provider-exists': [
    { field: 'name', value: 'cn1' },
    409,
    'placement.duplicate_name',
    'Conflicting resource provider name: cn1 already exists.',
  ],
  'parent-not-found': [
    {},
    400,
    undefined,
    'Object action create failed because: parent provider UUID does not exist.',
  ],
  'parent-is-itself': [
    {},
    400,
    undefined,
    'Object action create failed because: parent provider UUID cannot be same as UUID. Please set parent provider UUID to None if there is no parent.',
  ],
  'reparenting-not-allowed': [
    {},
    400,
    undefined,
    'Object action update failed because: re-parenting a provider is not currently allowed.',
  ],
  'unparenting-not-allowed': [
    {},
    400,
    undefined,
    'Object action update failed because: un-parenting a provider is not currently allowed.',
  ],
  'parent-makes-loop': [
    {},
    400,
    undefined,
    'Object action update failed because: creating loop in the provider tree is not allowed.',
  ],
  'provider-has-children': [
    { id: cn1 },
    409,
    'placement.resource_provider.cannot_delete_parent',
    `Unable to delete parent resource provider ${cn1}: It has child resource providers.`,
  ],
  'provider-in-use': [
    { id: cn1 },
    409,
    'placement.resource_provider.inuse',
    `Unable to delete resource provider ${cn1}: Resource provider has allocations.`,
  ],
  'provider-generation-conflict': [
    { id: cn1, expected: 1, actual: 2 },
    409,
    concurrent,
    'resource provider generation conflict',
  ],
  'inventory-exists': [
    { id: cn1, resourceClass: vcpu },
    409,
    concurrent,
    `Update conflict: resource provider ${cn1} already has an inventory of class VCPU`,
  ],
  'inventory-not-found': [
    { id: cn1, resourceClass: vcpu },
    404,
    undefined,
    'No inventory of class VCPU found.',
  ],
  'inventory-in-use': [
    { id: cn1, resourceClasses: [vcpu, disk] },
    409,
    'placement.inventory.inuse',
    `Inventory for 'VCPU, DISK_GB' on resource provider '${cn1}' in use.`,
  ],
  'reserved-too-much': [
    { id: cn1, resourceClass: vcpu, mayEqualTotal: true },
    400,
    undefined,
    `Invalid inventory for 'VCPU' on resource provider '${cn1}'. The reserved value is greater than total.`,
  ],
  'class-not-found': [{ name: vcpu }, 404, undefined, 'No such resource class VCPU.'],
  'class-exists': [{ name: vcpu }, 409, undefined, 'Conflicting resource class already exists: VCPU'],
  'class-is-standard': [
    { name: vcpu },
    400,
    undefined,
    'Error in delete resource class: Cannot delete standard resource class VCPU.',
  ],
  'class-in-use': [
    { name: vcpu },
    409,
    undefined,
    'Error in delete resource class: Cannot delete resource class VCPU. Class is in use in inventory.',
  ],
  'traits-not-found': [
    { names: [gold, traitName('CUSTOM_RED')] },
    404,
    undefined,
    'No such trait(s): CUSTOM_GOLD, CUSTOM_RED.',
  ],
  'trait-is-standard': [{ name: gold }, 400, undefined, 'Cannot delete standard trait CUSTOM_GOLD.'],
  'trait-in-use': [{ name: gold }, 409, undefined, 'The trait CUSTOM_GOLD is in use by a resource provider.'],
  'consumer-generation-conflict': [
    { id: vm1, actual: 3, given: null },
    409,
    concurrent,
    'consumer generation conflict - expected 3 but got None',
  ],
  'allocation-provider-not-found': [
    { id: cn1 },
    400,
    undefined,
    `Allocation for resource provider '${cn1}' that does not exist.`,
  ],
  'nothing-to-allocate-from': [
    { providers: [cn1, cn2], resourceClasses: [vcpu, disk] },
    409,
    undefined,
    `Unable to allocate inventory: Inventory for 'VCPU, DISK_GB' on resource provider '${cn1}, ${cn2}' invalid.`,
  ],
  'amount-not-allowed': [
    { id: cn1, resourceClass: vcpu },
    409,
    undefined,
    `Unable to allocate inventory: Unable to create allocation for 'VCPU' on resource provider '${cn1}'. The requested amount would violate inventory constraints.`,
  ],
  'capacity-exceeded': [
    { id: cn1, resourceClass: vcpu },
    409,
    undefined,
    `Unable to allocate inventory: Unable to create allocation for 'VCPU' on resource provider '${cn1}'. The requested amount would exceed the capacity.`,
  ],
  'no-allocations': [{ id: vm1 }, 404, undefined, `No allocations for consumer '${vm1}'`],
  'reshape-provider-not-found': [
    { id: cn1 },
    400,
    'placement.resource_provider.not_found',
    `Resource provider ${cn1} in inventories not found: No resource provider with uuid ${cn1} found`,
  ],
};

describe('a refusal that no endpoint has other words for', () => {
  for (const [kind, [fields, status, code, sentence]] of Object.entries(samples)) {
    test(`${kind} is a ${status}${code === undefined ? '' : ` with ${code}`}`, () => {
      const error = toHttpError(new Refusal({ kind, ...fields } as RefusalReason)); // The sample's key is its kind.
      assert.deepEqual([error?.status, error?.code, error?.detail], [status, code, sentence]);
    });
  }
});

test('a conflict about a consumer says null of one that is not there', () => {
  const reason: RefusalReason = { kind: 'consumer-generation-conflict', id: vm1, actual: null, given: 0 };
  assert.equal(sentenceOf(reason), 'consumer generation conflict - expected null but got 0');
});

test('before 1.26 reserved must not even equal the total', () => {
  const reason: RefusalReason = {
    kind: 'reserved-too-much',
    id: cn1,
    resourceClass: vcpu,
    mayEqualTotal: false,
  };
  assert.match(sentenceOf(reason), /The reserved value is greater than or equal to total\.$/);
});

test('what is no refusal is no answer to a client', () => {
  assert.equal(toHttpError(new Error('a mistake')), null);
  assert.equal(toHttpError(undefined), null);
});

describe('an endpoint', () => {
  const refusal = new Refusal({ kind: 'provider-not-found', id: cn1 });

  test('puts a refusal into its own words, with what it would have said otherwise at hand', () => {
    const said = inWords(refusal, {
      'provider-not-found': (reason, sentence) => notFound(`${reason.id} is gone: ${sentence}`),
    });
    assert.ok(said instanceof HttpError);
    assert.equal(said.detail, `${cn1} is gone: No resource provider with uuid ${cn1} found`);
  });

  test('leaves alone what it has no words for', () => {
    const mistake = new Error('a mistake');
    assert.equal(inWords(refusal, { 'class-not-found': () => notFound('a class') }), refusal);
    assert.equal(inWords(mistake, { 'provider-not-found': () => notFound('a provider') }), mistake);
  });
});
