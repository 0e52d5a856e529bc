import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DisjointKinds } from './disjoint-kinds.ts';

// Whether this file compiles is the test; what runs shows that the types are those of something.

type One = { readonly kind: 'one-set'; readonly one: number } | { readonly kind: 'one-removed' };
type Other = { readonly kind: 'other-set'; readonly other: number };
type Clashing = { readonly kind: 'one-removed'; readonly id: string } | Other;

test('commands of two parts are routed by their kinds', () => {
  const route = (command: DisjointKinds<One, Other>): string =>
    command.kind === 'other-set' ? takesOther(command) : takesOne(command);
  assert.equal(route({ kind: 'one-removed' }), 'one: one-removed');
  assert.equal(route({ kind: 'other-set', other: 1 }), 'other: other-set');
});

test('two parts with a kind in common do not compile', () => {
  type Whole = DisjointKinds<One, Clashing>;
  // @ts-expect-error: 'one-removed' is in both parts.
  const route = (command: Whole): string => takesOne(command);
  // @ts-expect-error: and so nothing can be said of the other kinds either.
  const command: Whole = { kind: 'other-set', other: 1 };
  assert.equal(route(command), 'one: other-set');
});

function takesOne({ kind }: One): string {
  return `one: ${kind}`;
}

function takesOther({ kind }: Other): string {
  return `other: ${kind}`;
}
