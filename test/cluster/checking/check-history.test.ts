import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Change } from '@berth/engine/changes.ts';
import type { ClassName, ConsumerId, Instant, ProviderId } from '@berth/engine/ids.ts';
import type { Allocations } from '../../crash/state.ts';
import { inventory } from '../../crash/state.ts';
import { checkHistory } from './check-history.ts';
import { consumerText, holdersText, inventoriesText, usagesText } from './facts.ts';
import type { FindingKind } from './findings.ts';
import { type Fact, maxUnitOf, type Operation, type Outcome, tagOf, type Write } from './history.ts';

/*
 * Small histories by hand: operations with their times, and the journal that a good or a bad server leaves. The provider is
 * `host` with 8 VCPU, at generation 1.
 */

const now = 0 as Instant;

const setUp: readonly Change[] = [
  {
    kind: 'provider-set',
    provider: {
      id: id('host'),
      name: 'host',
      parentId: null,
      generation: 1,
      createdAt: now,
      updatedAt: null,
    },
  },
  stocked(8, 0),
];

function id(name: string): ProviderId {
  return name as ProviderId; // Names will do as well as uuids.
}

function stocked(total: number, operation: number): Change {
  return {
    kind: 'inventories-set',
    id: id('host'),
    inventories: [
      {
        resourceClass: 'VCPU' as ClassName,
        total,
        reserved: 0,
        minUnit: 1,
        maxUnit: maxUnitOf(operation),
        stepSize: 1,
        allocationRatio: 1,
        createdAt: now,
        updatedAt: null,
      },
    ],
  };
}

function touched(generation: number): Change {
  return { kind: 'provider-touched', id: id('host'), generation, at: now };
}

function holds(consumer: string, generation: number, operation: number, amount: number): Change {
  return {
    kind: 'consumer-set',
    consumer: {
      id: consumer as ConsumerId,
      generation,
      projectId: 'project',
      userId: tagOf(operation),
      type: 'INSTANCE',
      createdAt: now,
      allocatedAt: now,
      allocations: [{ providerId: id('host'), resourceClass: 'VCPU' as ClassName, amount }],
    },
  };
}

function gone(consumer: string): Change {
  return { kind: 'consumer-removed', id: consumer as ConsumerId, createdAt: now };
}

function vcpu(amount: number): Allocations {
  return { host: { VCPU: amount } };
}

/** `[from, to]` in milliseconds. */
function operation(
  number: number,
  [startedMs, endedMs]: [number, number],
  write: Write,
  outcome: Outcome,
): Operation {
  return { id: number, client: number, process: 0, asked: write, startedMs, endedMs, outcome };
}

const done: Outcome = { kind: 'done' };
const unknown: Outcome = { kind: 'unknown' };

function claim(consumer: string, expected: number | null, amount: number): Write {
  return { kind: 'claim', claims: [{ consumer, expected, allocations: amount === 0 ? {} : vcpu(amount) }] };
}

function look(number: number, [startedMs, endedMs]: [number, number], ...facts: Fact[]): Operation {
  const asked = { kind: 'look', path: '/' } as const;
  return {
    id: number,
    client: number,
    process: 0,
    asked,
    startedMs,
    endedMs,
    outcome: { kind: 'seen', facts },
  };
}

function nobody(consumer: string): Fact {
  return { about: 'consumer', id: consumer, text: consumerText(null) };
}

function holder(consumer: string, generation: number, by: number, amount: number): Fact {
  const state = { generation, tag: tagOf(by), allocations: vcpu(amount) };
  return { about: 'consumer', id: consumer, text: consumerText(state) };
}

function used(amount: number): Fact {
  return { about: 'usages', id: 'host', text: usagesText({ VCPU: amount }) };
}

function generation(value: number): Fact {
  return { about: 'generation', id: 'host', text: String(value) };
}

function check(
  operations: readonly Operation[],
  changes: readonly Change[],
  rows: readonly Change[] | null = null,
) {
  return checkHistory({ operations, changes: numbered(changes), setUpThrough: setUp.length, rows });
}

function numbered(changes: readonly Change[]) {
  return [...setUp, ...changes].map((change, index) => ({ number: index + 1, at: 0, hash: '', change }));
}

function findingsIn(...given: Parameters<typeof check>): FindingKind[] {
  return [...check(...given).findings.counts.keys()];
}

describe('a good history passes', () => {
  test('one after the other', () => {
    const operations = [
      look(1, [0, 1], nobody('a'), generation(1)),
      operation(2, [2, 3], claim('a', null, 4), done),
      look(3, [4, 5], holder('a', 1, 2, 4), generation(2)),
      operation(4, [6, 7], { kind: 'release', consumer: 'a' }, done),
      look(5, [8, 9], nobody('a'), used(0), generation(2)),
      operation(
        6,
        [10, 11],
        { kind: 'release', consumer: 'a' },
        { kind: 'refused', refusal: { kind: 'not there' } },
      ),
    ];
    const journal = [holds('a', 1, 2, 4), touched(2), gone('a')];
    assert.deepEqual(findingsIn(operations, journal), []);
  });

  test('a look during a write may see it or not', () => {
    const write = operation(1, [0, 10], claim('a', null, 4), done);
    const journal = [holds('a', 1, 1, 4), touched(2)];
    assert.deepEqual(findingsIn([write, look(2, [1, 2], nobody('a'))], journal), []);
    assert.deepEqual(findingsIn([write, look(2, [1, 2], holder('a', 1, 1, 4))], journal), []);
  });

  test('a write without an answer may happen later, or never', () => {
    const lost = operation(1, [0, 1], claim('a', null, 4), unknown);
    const [before, after] = [look(2, [5, 6], nobody('a')), look(3, [7, 8], holder('a', 1, 1, 4))];
    assert.deepEqual(findingsIn([lost, before, after], [holds('a', 1, 1, 4), touched(2)]), []);
    const verdict = check([lost, before], []);
    assert.deepEqual([...verdict.findings.kept], []);
    assert.equal(verdict.unknownNever, 1);
  });

  test('who has removed a consumer is found out by when it was', () => {
    const operations = [
      operation(1, [0, 1], claim('a', null, 1), done),
      operation(2, [2, 30], { kind: 'release', consumer: 'a' }, done),
      operation(3, [3, 6], { kind: 'release', consumer: 'a' }, done),
      operation(4, [7, 9], claim('a', null, 2), done),
    ];
    const journal = [holds('a', 1, 1, 1), touched(2), gone('a'), holds('a', 1, 4, 2), touched(3), gone('a')];
    assert.deepEqual(findingsIn(operations, journal), []);
  });

  test('of two that gave a consumer back and were not answered, that was done which names its generation', () => {
    const operations = [
      operation(1, [0, 1], claim('a', null, 1), done),
      operation(2, [2, 9], claim('a', 1, 0), unknown),
      operation(3, [3, 4], claim('a', 1, 2), done),
      operation(4, [5, 9], claim('a', 2, 0), unknown),
    ];
    const journal = [holds('a', 1, 1, 1), touched(2), holds('a', 2, 3, 2), touched(3), gone('a'), touched(4)];
    assert.deepEqual(findingsIn(operations, journal), []);
  });
});

describe('a bad history is found out', () => {
  test('a stale read: what was acknowledged before is not seen', () => {
    const operations = [operation(1, [0, 1], claim('a', null, 4), done), look(2, [2, 3], nobody('a'))];
    assert.deepEqual(findingsIn(operations, [holds('a', 1, 1, 4), touched(2)]), ['stale read']);
  });

  test('a read that goes back: one client has seen a write that another one, later, does not see', () => {
    const operations = [
      operation(1, [0, 100], claim('a', null, 4), done),
      look(2, [1, 2], used(4)),
      look(3, [3, 4], used(0)),
    ];
    assert.deepEqual(findingsIn(operations, [holds('a', 1, 1, 4), touched(2)]), ['stale read']);
  });

  test('a read of two states at once', () => {
    const operations = [
      operation(1, [0, 10], claim('a', null, 4), done),
      look(2, [1, 2], holder('a', 1, 1, 4), generation(1)),
    ];
    assert.deepEqual(findingsIn(operations, [holds('a', 1, 1, 4), touched(2)]), ['impossible read']);
  });

  test('a read of a write that began later', () => {
    const operations = [look(1, [0, 1], used(4)), operation(2, [2, 3], claim('a', null, 4), done)];
    assert.deepEqual(findingsIn(operations, [holds('a', 1, 2, 4), touched(2)]), ['early read']);
  });

  test('an update that was lost: acknowledged, and never stored', () => {
    const operations = [operation(1, [0, 1], claim('a', null, 4), done)];
    assert.deepEqual(findingsIn(operations, []), ['lost']);
  });

  test('an update that was lost: two have changed the same version', () => {
    const operations = [
      operation(1, [0, 1], claim('a', null, 1), done),
      operation(2, [2, 9], claim('a', 1, 2), done),
      operation(3, [2, 9], claim('a', 1, 3), done),
    ];
    const journal = [
      holds('a', 1, 1, 1),
      touched(2),
      holds('a', 2, 2, 2),
      touched(3),
      holds('a', 2, 3, 3),
      touched(4),
    ];
    assert.deepEqual(findingsIn(operations, journal), ['not as asked']);
  });

  test('a write that has happened twice', () => {
    const operations = [operation(1, [0, 1], claim('a', null, 1), done)];
    const journal = [holds('a', 1, 1, 1), touched(2), holds('a', 2, 1, 1), touched(3)];
    assert.deepEqual(findingsIn(operations, journal), ['twice']);
  });

  test('a removal that has happened twice', () => {
    const operations = [
      operation(1, [0, 1], claim('a', null, 1), done),
      operation(2, [2, 3], { kind: 'release', consumer: 'a' }, done),
      operation(3, [4, 5], claim('a', null, 1), done),
    ];
    const journal = [holds('a', 1, 1, 1), touched(2), gone('a'), holds('a', 1, 3, 1), touched(3), gone('a')];
    assert.deepEqual(findingsIn(operations, journal), ['unasked']);
  });

  test('a write that was refused, or said not to have happened, and has', () => {
    const journal = [holds('a', 1, 1, 1), touched(2)];
    for (const outcome of [
      { kind: 'not done' },
      { kind: 'refused', refusal: { kind: 'no room' } },
    ] as const) {
      const found = findingsIn([operation(1, [0, 1], claim('a', null, 1), outcome)], journal);
      assert.deepEqual(found, ['done though refused']);
    }
  });

  test('a refusal for which there was no reason', () => {
    const refused: Outcome = { kind: 'refused', refusal: { kind: 'no room' } };
    const operations = [operation(1, [0, 1], claim('a', null, 8), refused)];
    assert.deepEqual(findingsIn(operations, []), ['refused without reason']);
  });

  test('a refusal for a generation that was not so any more', () => {
    const refusal = { kind: 'consumer generation', actual: null, given: 1 } as const;
    const operations = [
      operation(1, [0, 1], claim('a', null, 4), done),
      operation(2, [2, 3], claim('a', 1, 5), { kind: 'refused', refusal }),
    ];
    assert.deepEqual(findingsIn(operations, [holds('a', 1, 1, 4), touched(2)]), ['refused without reason']);
  });

  test('writes in another order than they were made one after the other', () => {
    const operations = [
      operation(1, [0, 1], claim('a', null, 1), done),
      operation(2, [2, 3], claim('b', null, 2), done),
    ];
    const journal = [holds('b', 1, 2, 2), touched(2), holds('a', 1, 1, 1), touched(3)];
    assert.deepEqual(findingsIn(operations, journal), ['out of order']);
  });

  test('more is used than there is', () => {
    const operations = [
      operation(1, [0, 9], claim('a', null, 5), done),
      operation(2, [0, 9], claim('b', null, 5), done),
    ];
    const journal = [holds('a', 1, 1, 5), touched(2), holds('b', 1, 2, 5), touched(3)];
    assert.deepEqual(findingsIn(operations, journal).sort(), ['not as asked', 'over-allocated']);
  });

  test('an inventory that shrinks below what is used, though it names an older generation', () => {
    const operations = [
      operation(1, [0, 1], claim('a', null, 5), done),
      operation(
        2,
        [0, 9],
        {
          kind: 'stock',
          stock: { provider: 'host', expected: 1, inventories: { VCPU: inventory(4, maxUnitOf(2)) } },
          lookedAtMs: 0,
        },
        done,
      ),
    ];
    const journal = [holds('a', 1, 1, 5), touched(2), stocked(4, 2), touched(3)];
    assert.deepEqual(findingsIn(operations, journal).sort(), ['not as asked', 'over-allocated']);
  });

  test('a write of which only a part has happened', () => {
    const claims = [
      { consumer: 'a', expected: null, allocations: vcpu(1) },
      { consumer: 'b', expected: null, allocations: vcpu(1) },
    ];
    const operations = [operation(1, [0, 1], { kind: 'claim', claims }, done)];
    assert.deepEqual(findingsIn(operations, [holds('a', 1, 1, 1), touched(2)]), ['not as asked']);
  });

  test('a gap in the numbers of the journal', () => {
    const changes = setUp.map((change, index) => ({ number: 2 * index + 1, at: 0, hash: '', change }));
    const { findings } = checkHistory({ operations: [], changes, setUpThrough: 2, rows: null });
    assert.deepEqual([...findings.counts.keys()], ['gap']);
  });

  test('rows that are not the sum of the changes', () => {
    const operations = [operation(1, [0, 1], claim('a', null, 1), done)];
    const journal = [holds('a', 1, 1, 1), touched(2)];
    assert.deepEqual(findingsIn(operations, journal, [...setUp, ...journal]), []);
    assert.deepEqual(findingsIn(operations, journal, setUp), ['rows differ']);
  });

  test('holders and inventories that never were', () => {
    const nothing = look(1, [0, 1], { about: 'holders', id: 'host', text: holdersText({ a: { VCPU: 1 } }) });
    const other = look(2, [0, 1], { about: 'inventories', id: 'host', text: inventoriesText({}) });
    assert.deepEqual(findingsIn([nothing], []), ['impossible read']);
    assert.deepEqual(findingsIn([other], []), ['impossible read']);
  });
});

describe('a database that has come back older', () => {
  // a was acknowledged and is lost between 10 and 20; b came after that.
  const lost = [holds('a', 1, 1, 4), touched(2)];
  const kept = [holds('b', 1, 3, 8), touched(2)];
  const writes = [
    operation(1, [0, 1], claim('a', null, 4), done),
    operation(3, [24, 25], claim('b', null, 8), done),
  ];
  const findings = (
    others: readonly Operation[],
    named: readonly Change[] = lost,
    journal: readonly Change[] = kept,
  ) => {
    const verdict = checkHistory({
      operations: [...writes, ...others],
      changes: numbered(journal),
      setUpThrough: setUp.length,
      rows: null,
      losses: [{ changes: numbered(lost), startedMs: 10, endedMs: 20 }],
      namedLost: named.map((change, index) => ({ number: setUp.length + index + 1, change })),
    });
    assert.equal(verdict.acknowledgedLost, 1);
    return [...verdict.findings.counts.keys()];
  };

  test('is in order where everybody sees what was there until then, and all that is lost was named', () => {
    const looks = [look(2, [5, 6], holder('a', 1, 1, 4)), look(4, [21, 22], nobody('a'), used(0))];
    assert.deepEqual(findings(looks), []);
    assert.deepEqual(findings([look(2, [12, 13], holder('a', 1, 1, 4))]), []);
    assert.deepEqual(findings([look(2, [12, 13], nobody('a'))]), []);
    assert.deepEqual(findings([look(2, [26, 27], holder('b', 1, 3, 8), used(8), generation(2))]), []);
  });

  test('is not where somebody still sees what is lost, or does not see it before', () => {
    assert.deepEqual(findings([look(2, [21, 22], holder('a', 1, 1, 4))]), ['stale read']);
    assert.deepEqual(findings([look(2, [26, 27], used(4))]), ['stale read']);
    assert.deepEqual(findings([look(2, [5, 6], nobody('a'))]), ['stale read']);
  });

  test('is not where what is lost was not named, or something else was', () => {
    assert.deepEqual(findings([], []), ['lost in silence']);
    assert.deepEqual(findings([], lost.slice(1)), ['lost in silence']);
    assert.deepEqual(findings([], [...lost, holds('b', 1, 3, 8)]), ['named though there']);
  });

  test('may have counted generations anew, so that whoever looked before lowers a capacity below what is used', () => {
    const restock = (lookedAtMs: number) => {
      const stock = { provider: 'host', expected: 2, inventories: { VCPU: inventory(4, maxUnitOf(5)) } };
      return operation(5, [26, 27], { kind: 'stock', stock, lookedAtMs }, done);
    };
    const released = operation(6, [28, 29], { kind: 'release', consumer: 'b' }, done);
    const after = [...kept, stocked(4, 5), touched(3)];
    assert.deepEqual(findings([restock(5)], lost, after), []);
    assert.deepEqual(findings([restock(5), released], lost, [...after, gone('b')]), []);
    assert.deepEqual(findings([restock(25)], lost, after), ['over-allocated']);
    const claimed = operation(6, [28, 29], claim('c', null, 1), done);
    const more = [...after, holds('c', 1, 6, 1), touched(4)];
    assert.deepEqual(findings([restock(5), claimed], lost, more).sort(), ['not as asked', 'over-allocated']);
  });
});
