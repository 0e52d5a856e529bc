import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyCloud, givenCloud, inShort, planned } from '../testing/given-cloud.ts';

const trees = givenCloud(`
flavors: [{name: f, id: f, ram: 1, vcpus: 1, disk: 0}, {name: g, id: g, ram: 1, vcpus: 1, disk: 0}]
providers:
  - {name: host, uuid: cccccccc-0000-4000-8000-000000000001, children: [{name: numa0}]}
  - {name: pool, children: [{name: disk0}, {name: disk1, children: [{name: part}]}]}
`);
const cloud = { ...trees, nodeUuids: new Set(['cccccccc-0000-4000-8000-000000000001']) };
const pruned = (file: string) => planned(file, cloud, { prunes: ['providers'] });

test('what the file does not have is deleted, children first; hosts stay', () => {
  assert.deepEqual(inShort(pruned('providers: []').steps), [
    'delete-provider part',
    'delete-provider disk0',
    'delete-provider disk1',
    'delete-provider pool',
  ]);
});

test('what something of the file is below stays', () => {
  assert.deepEqual(inShort(pruned('providers: [{name: disk1}]').steps), [
    'delete-provider part',
    'delete-provider disk0',
  ]);
});

test('whether a tree is of a host is judged by what is to be', () => {
  const left = inShort(pruned('providers: [{name: host, traits: []}]').steps);
  assert.deepEqual(
    [left.includes('delete-provider numa0'), left.includes('delete-provider host')],
    [true, false],
  );
  const moved = inShort(pruned('providers: [{name: pool, parent: host}]').steps);
  assert.deepEqual(moved, ['update-provider pool']);
});

test('flavors are pruned alone, and nothing is pruned by a file that has no such list', () => {
  const { steps } = planned('flavors: [{name: f}]', cloud, { prunes: ['flavors'] });
  assert.deepEqual(inShort(steps), ['delete-flavor g']);
  const { problems } = planned('traits: []', emptyCloud, { prunes: ['flavors', 'providers'] });
  assert.equal(problems.length, 2);
  assert.match(problems[0] ?? '', /^--prune providers: the file has no 'providers'/);
});
