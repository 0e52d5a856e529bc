import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longAgo } from '@berth/engine/testing/instants.ts';
import { ComputeState } from '../compute-state.ts';
import type { FlavorId } from '../ids.ts';
import { ComputeRefusal } from '../refusals.ts';
import { someFlavor } from '../testing/some-flavor.ts';
import { deleteFlavor, describeFlavor } from './change-flavor.ts';
import { createFlavor } from './create-flavor.ts';
import { addExtraSpecs, removeExtraSpec } from './extra-specs.ts';
import { isOfferedTo } from './flavor.ts';
import { grantFlavor, revokeFlavor } from './flavor-access.ts';

const id = 'small' as FlavorId;
const now = longAgo;

function given(...flavors: ReturnType<typeof someFlavor>[]): ComputeState {
  const state = new ComputeState();
  for (const flavor of flavors) state.flavors.put(flavor);
  return state;
}

function refusal(of: () => unknown): unknown {
  try {
    of();
  } catch (error) {
    if (error instanceof ComputeRefusal) return error.reason;
    throw error;
  }
  return null;
}

test('a flavor gets the next number, which no other ever gets', () => {
  const state = given();
  state.numbers.set('flavors', 7);
  const {
    number: _,
    extraSpecs: _specs,
    projects: _projects,
    createdAt: _at,
    updatedAt: _then,
    ...flavor
  } = someFlavor();
  assert.deepEqual(createFlavor(state, { kind: 'create-flavor', flavor, now }), [
    { kind: 'numbers-given', series: 'flavors', last: 8 },
    { kind: 'flavor-set', thing: someFlavor({ number: 8, createdAt: now }) },
  ]);
});

test('of a name and an id that are both taken the name is told', () => {
  const { number: _, ...flavor } = someFlavor();
  const create = (change: object) =>
    refusal(() =>
      createFlavor(given(someFlavor()), { kind: 'create-flavor', flavor: { ...flavor, ...change }, now }),
    );
  assert.deepEqual(create({}), { kind: 'flavor-name-exists', name: 'm1.small' });
  assert.deepEqual(create({ name: 'other' }), { kind: 'flavor-id-exists', id });
});

test('a description that is the same is no change', () => {
  const state = given(someFlavor({ description: 'words' }));
  assert.deepEqual(describeFlavor(state, { kind: 'describe-flavor', id, description: 'words', now }), []);
  assert.deepEqual(describeFlavor(state, { kind: 'describe-flavor', id, description: null, now }), [
    { kind: 'flavor-set', thing: someFlavor({ description: null, updatedAt: now }) },
  ]);
});

test('projects are kept in the order of their ids; that they change is not said of the flavor', () => {
  const state = given(someFlavor({ isPublic: false, projects: ['a', 'c'] }));
  const grant = { kind: 'grant-flavor', id, mayBePublic: false } as const;
  assert.deepEqual(grantFlavor(state, { ...grant, projectId: 'b' }), [
    { kind: 'flavor-set', thing: someFlavor({ isPublic: false, projects: ['a', 'b', 'c'] }) },
  ]);
  assert.deepEqual(
    refusal(() => grantFlavor(state, { ...grant, projectId: 'a' })),
    { kind: 'flavor-access-exists', number: 1, projectId: 'a' },
  );
  assert.deepEqual(revokeFlavor(state, { kind: 'revoke-flavor', id, projectId: 'a' }), [
    { kind: 'flavor-set', thing: someFlavor({ isPublic: false, projects: ['c'] }) },
  ]);
  assert.deepEqual(
    refusal(() => revokeFlavor(state, { kind: 'revoke-flavor', id, projectId: 'b' })),
    { kind: 'flavor-access-not-found', number: 1, projectId: 'b' },
  );
});

test('extra specs are added to the others, and nothing added is no change', () => {
  const state = given(someFlavor({ extraSpecs: { a: '1', b: '2' } }));
  assert.deepEqual(addExtraSpecs(state, { kind: 'add-extra-specs', id, extraSpecs: { b: '3' } }), [
    { kind: 'flavor-set', thing: someFlavor({ extraSpecs: { a: '1', b: '3' } }) },
  ]);
  assert.deepEqual(addExtraSpecs(state, { kind: 'add-extra-specs', id, extraSpecs: {} }), []);
  assert.deepEqual(removeExtraSpec(state, { kind: 'remove-extra-spec', id, key: 'a' }), [
    { kind: 'flavor-set', thing: someFlavor({ extraSpecs: { b: '2' } }) },
  ]);
  assert.deepEqual(
    refusal(() => removeExtraSpec(state, { kind: 'remove-extra-spec', id, key: 'toString' })),
    { kind: 'extra-spec-not-found', id, key: 'toString' },
  );
});

test('of a flavor that there is not, everything is refused', () => {
  const state = given();
  for (const attempt of [
    () => describeFlavor(state, { kind: 'describe-flavor', id, description: null, now }),
    () => deleteFlavor(state, { kind: 'delete-flavor', id }),
    () => grantFlavor(state, { kind: 'grant-flavor', id, projectId: 'p', mayBePublic: true }),
    () => revokeFlavor(state, { kind: 'revoke-flavor', id, projectId: 'p' }),
    () => addExtraSpecs(state, { kind: 'add-extra-specs', id, extraSpecs: {} }),
    () => removeExtraSpec(state, { kind: 'remove-extra-spec', id, key: 'a' }),
  ]) {
    assert.deepEqual(refusal(attempt), { kind: 'flavor-not-found', id });
  }
});

test('what is not public is offered to whom it was given, and to nobody without a project', () => {
  const secret = someFlavor({ isPublic: false, projects: ['p'] });
  assert.deepEqual(
    [
      isOfferedTo(secret, 'p'),
      isOfferedTo(secret, 'q'),
      isOfferedTo(secret, null),
      isOfferedTo(someFlavor(), null),
    ],
    [true, false, false, true],
  );
});
