import assert from 'node:assert/strict';
import { test } from 'node:test';
import { row } from '../measuring/row.ts';
import type { WorldResult } from '../measuring/world-result.ts';
import { fullSuite } from '../worlds/suite.ts';
import { verdict } from './bound.ts';
import { bounds } from './bounds.ts';
import { figure } from './figures.ts';
import { Measurements } from './measurements.ts';
import { worldTable } from './world-table.ts';

const { roles } = fullSuite;

function result(world: string, rows: WorldResult['rows'], others: Partial<WorldResult> = {}): WorldResult {
  return {
    world,
    counts: { providers: 10, consumers: 0, allocations: 0 },
    startMs: 1000,
    startMb: 100,
    rows,
    growth: null,
    bareSqlitePerSecond: null,
    profiles: {},
    ...others,
  };
}

function verdicts(...worlds: WorldResult[]): Map<string, string> {
  return new Map(bounds(new Measurements(worlds), roles).map((bound) => [bound.what, verdict(bound)]));
}

const limit10 = { world: roles.middle, operation: 'ac-simple-limit10', via: 'http' } as const;
const shareOfBare = `${roles.middle}, limit=10: answers a second, of those of bare node:http with that body`;
const timesOriginal = `${roles.middle}, ac-simple-limit10: times the rate of the original`;

test('a bound says whether it holds, or that it was not measured', () => {
  const measured = row(limit10, {
    loaded: { perSecond: 250 },
    bare: { perSecond: 1000, alone: null, loaded: null },
  });
  assert.equal(verdicts(result(roles.middle, [measured])).get(shareOfBare), 'holds');
  const slower = { ...measured, loaded: { perSecond: 249 } };
  assert.equal(verdicts(result(roles.middle, [slower])).get(shareOfBare), 'DOES NOT HOLD');
  assert.equal(verdicts(result(roles.middle, [slower])).get(timesOriginal), 'not measured');
  assert.deepEqual(new Set(verdicts().values()), new Set(['not measured']));
});

test('the ratio to the original is that of the rates', () => {
  const original = { p50Ms: 2000, perSecond: 0.5, failed: 0, failures: '', items: [10] };
  const measured = row(limit10, { loaded: { perSecond: 5000 }, original });
  assert.equal(verdicts(result(roles.middle, [measured])).get(timesOriginal), 'holds');
  const slower = row(limit10, { loaded: { perSecond: 4999 }, original });
  assert.equal(verdicts(result(roles.middle, [slower])).get(timesOriginal), 'DOES NOT HOLD');
});

test('one tail that is too long anywhere is too long, unless there are too few answers to tell', () => {
  const timings = (count: number, p99Ms: number) => ({ alone: { count, p50Ms: 1, p99Ms } });
  const tailOf = (...rows: WorldResult['rows']) =>
    verdicts(result(roles.nested, rows)).get('everywhere: p99, of the median');
  assert.equal(tailOf(row(limit10, timings(1000, 5))), 'holds');
  assert.equal(tailOf(row(limit10, timings(1000, 5)), row(limit10, timings(1000, 5.1))), 'DOES NOT HOLD');
  assert.equal(tailOf(row(limit10, timings(5, 50))), 'not measured');
});

test('what failed and what differs from the original is told below the table', () => {
  const original = { p50Ms: 2000, perSecond: 0.5, failed: 2, failures: '2 × 500', items: [978] };
  const measured = row(limit10, { items: [1000, 0], failed: 1, failures: '1 × 503', original });
  const text = worldTable(result(roles.middle, [measured]));
  assert.match(text, /ac-simple-limit10, http: 1 × 503/);
  assert.match(text, /ac-simple-limit10, original: 2 × 500/);
  assert.match(text, /1,000 items on average, 978 of the original/);
  assert.match(text, /\| +1\/2 \|/);
});

test('figures have three digits', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [0.012_345, '0.0123'],
    [1.2345, '1.23'],
    [123.45, '123'],
    [12_345, '12,300'],
    [-0.5, '-0.5'],
  ];
  for (const [number, text] of cases) assert.equal(figure(number), text);
  assert.equal(figure(null), '');
  assert.equal(figure(Number.POSITIVE_INFINITY), '');
});
