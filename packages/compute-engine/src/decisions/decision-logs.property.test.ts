import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { now } from '@berth/engine/testing/instants.ts';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import type { DecisionStep } from '../scheduler/decision.ts';
import { weighers } from '../scheduler/weighers/weighers.ts';
import { type DecisionLog, decisionReasons, type PastDecision } from './decision-log.ts';
import { DecisionLogs } from './decision-logs.ts';
import { allStepNames, packLog } from './packed-decisions.ts';

const name = fc.constantFrom('cn1', 'Käse ✓', '__proto__', '', '0');
const count = fc.nat();
const weight = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Object.is(each, -0));

const arbitraryDecision: fc.Arbitrary<PastDecision> = fc.record({
  at: count,
  reason: fc.constantFrom(...decisionReasons),
  found: fc.option(count),
  isCut: fc.boolean(),
  steps: fc.array(
    fc.record({
      // A newer program may have kept what this one has no filter for.
      name: fc.constantFrom(...allStepNames, 'NewerFilter' as DecisionStep['name']),
      left: count,
      refused: fc.array(fc.record({ host: name, reason: name }), { maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
  best: fc.array(
    fc.record({
      host: name,
      node: name,
      weight,
      parts: fc.dictionary(fc.constantFrom(...Object.keys(weighers), 'newer'), weight),
    }),
    { maxLength: 4 },
  ),
  ended: fc.option(fc.record({ step: name, reason: name })),
  asked: fc.constantFrom(null, {
    groups: [
      {
        suffix: '',
        resources: { VCPU: 1 },
        conditions: {
          requiredTraits: [],
          forbiddenTraits: [],
          memberOf: [],
          forbiddenAggregates: [],
          inTree: null,
        },
      },
    ],
    groupPolicy: 'none' as const,
    rootRequiredTraits: [],
    rootForbiddenTraits: [],
    sameSubtrees: [],
    allowsNested: true,
  }),
  explanation: fc.option(name),
});

/** As they come from a ledger. */
const arbitraryLog: fc.Arbitrary<DecisionLog> = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c').map((id) => id as ConsumerId),
    createdAt: count,
    decisions: fc.array(arbitraryDecision, { minLength: 1, maxLength: 3 }),
  })
  .map((log) => JSON.parse(JSON.stringify(log)) as DecisionLog);

test('logs are what was put, however they are kept', () => {
  assertProperty(
    fc.property(fc.array(fc.tuple(fc.boolean(), arbitraryLog), { maxLength: 6 }), (steps) => {
      const logs = new DecisionLogs();
      const expected = new Map<ConsumerId, DecisionLog>();
      for (const [isPut, log] of steps) {
        const before = expected.get(log.id);
        assert.deepEqual(logs.get(log.id), before);
        if (isPut) {
          assert.deepEqual(logs.put(log), before);
          expected.set(log.id, log);
        } else if (before) {
          assert.deepEqual(logs.remove(log.id), before);
          expected.delete(log.id);
        }
        assert.deepEqual([...logs.values()], [...expected.values()]);
        assert.deepEqual([...logs.ids()], [...expected.keys()]);
        assert.equal(logs.size, expected.size);
        assert.equal(logs.has(log.id), expected.has(log.id));
      }
    }),
    300,
  );
});

test('the usual log is short', () => {
  const host = (digit: number) => ({
    host: `compute-${digit}.example`,
    node: `compute-${digit}.example`,
    weight: 2.876543,
    parts: { ram: 1, cpu: 0.876543, disk: 1 },
  });
  const decision: PastDecision = {
    at: now,
    reason: 'create',
    found: 1000,
    isCut: true,
    steps: [
      { name: 'ComputeFilter', left: 999, refused: [{ host: 'compute-7.example', reason: 'it is down' }] },
      { name: 'ImagePropertiesFilter', left: 999, refused: [] },
    ],
    best: [1, 2, 3, 4].map(host),
    ended: null,
    asked: null,
    explanation: null,
  };
  const packed = packLog({ createdAt: now, decisions: [decision] });
  assert.ok(packed.length < 300, `${packed.length} ${packed}`);
});
