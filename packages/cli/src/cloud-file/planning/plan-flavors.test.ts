import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyCloud, givenCloud, inShort, planned } from '../testing/given-cloud.ts';

const had = givenCloud(
  'flavors: [{name: small, id: s, ram: 512, vcpus: 1, disk: 1, swap: 8, description: old, extra_specs: {a: b}}, {name: large, id: l, ram: 1024, vcpus: 1, disk: 1}]',
);
const plan = (flavor: string, replacesFlavors = false) =>
  planned(`flavors: [{${flavor}}]`, had, { replacesFlavors });

test('a flavor is known by its id, or its name, and what is not said of it stays', () => {
  for (const flavor of ['name: small', 'name: small, id: s', 'name: small, ram: 512, extra_specs: {a: b}'])
    assert.deepEqual(plan(flavor), { steps: [], problems: [] });
});

test('descriptions and extra specs are changed', () => {
  assert.deepEqual(inShort(plan('name: small, description: null, extra_specs: {}').steps), [
    'describe-flavor small',
    'set-extra-specs small',
  ]);
});

test('what compute cannot change is a problem', () => {
  assert.deepEqual(plan('name: small, id: t, ram: 1024, public: false').problems, [
    "cloud.yaml:1:11: the flavor 'small' is another one: its id is 's'; ram is 512, and would be 1024; public is true, and would be false. Compute cannot change that; --replace-flavors deletes it and makes it anew",
  ]);
  assert.match(plan('name: renamed, id: s').problems[0] ?? '', /its name is 'small'/);
});

test('where it is allowed the flavor is made anew, from the file alone', () => {
  const { steps } = plan('name: small, id: s, ram: 1024, vcpus: 1, disk: 1', true);
  assert.deepEqual(inShort(steps), ['delete-flavor small', 'create-flavor small']);
  assert.ok(steps[1]?.kind === 'create-flavor');
  assert.deepEqual([steps[1].flavor.sizes.swap, steps[1].flavor.description], [0, null]);
});

test('one that is made anew has its id in the file, and a new one its sizes', () => {
  assert.match(plan('name: small, ram: 1024, vcpus: 1, disk: 1', true).problems[0] ?? '', /'id: s'$/);
  assert.deepEqual(planned('flavors: [{name: f, ram: 1}]', emptyCloud).problems, [
    "cloud.yaml:1:11: the flavor 'f' is to be made, and that takes ram, vcpus and disk",
  ]);
});

test('a name and an id that are two flavors, and two of the file that are one, are told', () => {
  assert.match(plan('name: small, id: l').problems[0] ?? '', /the name 'small' is that of the flavor s$/);
  assert.match(
    plan('name: new, id: s}, {name: small').problems.join('\n'),
    /this and the one at cloud.yaml:1:11 are both the flavor s$/,
  );
});

test('projects are found, or told', () => {
  const file = (projects: string) =>
    `flavors: [{name: f, ram: 1, vcpus: 1, disk: 0, public: false, projects: ${projects}}]`;
  assert.deepEqual(planned(file('[p1, nobody]'), emptyCloud).problems, [
    "cloud.yaml:1:78: there is no project 'nobody'",
  ]);
  const shared = givenCloud(file('[p1]'));
  const { steps } = planned(file('[p2]'), shared);
  assert.deepEqual(steps, [{ kind: 'set-flavor-access', flavor: 'f', before: ['p1'], after: ['p2'] }]);
});
