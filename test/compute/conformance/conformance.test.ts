import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '@berth/compute/http/routes.ts';
import { base } from '@berth/compute/http/endpoint.ts';
import { startOurs } from '../sides/our-side.ts';
import { conformanceOf, seamsUpTo } from './conformance.ts';
import { Coverage, nameOf } from './coverage.ts';
import { leftOut, neverRefused, neverSucceeds, type OutOfReach } from './left-out.ts';
import { type Entry, entriesUpTo, newest, whyNotJudged } from './operations.ts';

const reason = whyNotJudged();
if (reason !== null) process.stderr.write(`\nSKIPPED: the conformance of compute: ${reason}\n`);
const skip = reason ?? false;

test('wherever something changes, what compute answers fits the schemas of Nova, all of it with success and with an error', {
  skip,
}, async () => {
  const faults: unknown[] = [];
  const side = await startOurs('secure', (thrown) => faults.push(thrown));
  try {
    const { failures, lastLine, requests, slice, near } = await conformanceOf(side, {
      versions: seamsUpTo(newest),
      last: newest,
    });
    process.stderr.write(`\nconformance of compute: ${requests} requests, ${lastLine}; ${slice.line}\n`);
    assert.deepEqual(faults, []);
    assert.match(lastLine, / 0 failed$/, failures);
    assert.ok(slice.share >= 0.95, slice.line);
    for (const { neverSucceeded, neverRefused: unrefused } of [slice, near]) {
      assert.deepEqual(namesOf(neverSucceeded, neverSucceeds), []);
      assert.deepEqual(namesOf(unrefused, neverRefused), []);
    }
  } finally {
    await side.stop();
  }
});

/** But for what is known to be out of reach. */
function namesOf(entries: readonly Entry[], known: readonly OutOfReach[]): string[] {
  const names = new Set(known.map(({ operation }) => operation));
  return entries.filter(({ operation }) => !names.has(operation)).map(nameOf);
}

test('every operation of Nova that clients ask for is there, or is known to be left out', { skip }, () => {
  const there = new Set(routes.map(({ route }) => templateOf(route.replace(base, ''))));
  // The document of a version has its own path.
  there.add('GET /');
  const left = leftOut.flatMap(({ operations }) => operations);
  const operations = [...new Set(entriesUpTo(newest).map(({ operation }) => operation))];
  assert.deepEqual(
    operations.filter((operation) => !there.has(templateOf(operation))),
    operations.filter((operation) => left.includes(operation)),
  );
  assert.deepEqual(new Set(left).difference(new Set(operations)), new Set());
  assert.equal(new Set(left).size, left.length);
});

function templateOf(operation: string): string {
  return operation.replaceAll(/\{[^}]*\}/g, '{}');
}

test('an entry is exercised in its versions, with the statuses that it lists', () => {
  const entry = (since: number, until: number): Entry => ({
    operation: 'GET /things',
    scope: 'slice',
    since,
    until,
    success: [200],
    errors: since === 1 ? [] : [404],
  });
  const coverage = new Coverage([entry(1, 5), entry(5, 97)]);
  coverage.add({ operation: 'GET /things', version: '2.4', status: 200 });
  coverage.add({ operation: 'GET /things', version: '2.4', status: 404 });
  coverage.add({ operation: 'GET /things', version: '2.5', status: 400 });
  coverage.add({ operation: 'GET /others', version: '2.5', status: 200 });
  assert.deepEqual(coverage.neverSucceeded.map(nameOf), ['GET /things, 2.5 to 2.96']);
  assert.deepEqual(coverage.neverRefused.map(nameOf), ['GET /things, 2.5 to 2.96']);
  assert.equal(coverage.share, 0);
  coverage.add({ operation: 'GET /things', version: '2.5', status: 200 });
  coverage.add({ operation: 'GET /things', version: '2.96', status: 404 });
  assert.equal(coverage.share, 1);
  assert.match(coverage.line, /^of 2 entries .* 2 \(100 %\) .* the 1 that list errors 1 \(100 %\)/);
});
