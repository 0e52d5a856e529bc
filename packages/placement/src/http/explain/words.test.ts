import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AggregateId, ClassName, ProviderId, TraitName } from '@berth/engine/ids.ts';
import type { Rule } from '@berth/engine/explain/rule.ts';
import { lackWords, ruleWords } from './words.ts';

const [trait, other] = ['CUSTOM_A' as TraitName, 'CUSTOM_B' as TraitName];
const aggregate = 'agg-1' as AggregateId;
const vcpu = { resourceClass: 'VCPU' as ClassName, amount: 4 };

/** What holds for those that are left, and what is the matter with the others; the two must not be taken for each other. */
const words: {
  readonly [Kind in Rule['kind']]: readonly [Rule & { kind: Kind }, left: string, others: string];
} = {
  'root-required': [
    { kind: 'root-required', trait },
    'the root has CUSTOM_A',
    'the root is without CUSTOM_A',
  ],
  'root-forbidden': [
    { kind: 'root-forbidden', trait },
    'the root does not have CUSTOM_A',
    'the root has CUSTOM_A',
  ],
  'in-tree': [
    { kind: 'in-tree', provider: 'p-1' as ProviderId },
    'in the tree of p-1',
    'outside the tree of p-1',
  ],
  inventory: [{ kind: 'inventory', ...vcpu }, 'has VCPU', 'no VCPU'],
  unit: [{ kind: 'unit', ...vcpu }, 'hands out VCPU in portions of 4', 'no VCPU in portions of 4'],
  capacity: [{ kind: 'capacity', ...vcpu }, 'has VCPU:4 left', 'less than VCPU:4 left'],
  required: [
    { kind: 'required', anyOf: [trait, other] },
    'has one of CUSTOM_A, CUSTOM_B',
    'without one of CUSTOM_A, CUSTOM_B',
  ],
  forbidden: [{ kind: 'forbidden', trait }, 'does not have CUSTOM_A', 'with CUSTOM_A'],
  'member-of': [
    { kind: 'member-of', anyOf: [aggregate] },
    'is in aggregate agg-1',
    'outside aggregate agg-1',
  ],
  'forbidden-aggregate': [
    { kind: 'forbidden-aggregate', aggregate },
    'is not in aggregate agg-1',
    'in aggregate agg-1',
  ],
  sums: [{ kind: 'sums' }, 'has enough for all groups together', 'not enough for all groups together'],
  isolate: [
    { kind: 'isolate' },
    'has a provider for each group (group_policy=isolate)',
    'not a provider for each group (group_policy=isolate)',
  ],
  'same-subtree': [
    { kind: 'same-subtree', suffixes: ['_A', '_B'] },
    'has _A and _B in one subtree',
    '_A and _B not in one subtree',
  ],
  'one-per-tree': [
    { kind: 'one-per-tree' },
    'has all in one provider (before 1.29)',
    'not all in one provider, which 1.28 and older need',
  ],
  'required-together': [
    { kind: 'required-together' },
    'has the required traits among the providers that are taken',
    'the required traits not among the providers that are taken',
  ],
};

for (const [kind, [rule, left, others]] of Object.entries(words)) {
  test(`the words of the rule ${kind}`, () => {
    assert.deepEqual([ruleWords(rule), lackWords(rule)], [left, others]);
  });
}
