import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryParams } from '@berth/api-kit/query-params.ts';
import { aggregateId, id } from '@berth/engine/testing/names.ts';
import { assertBadRequest } from '../../testing/assert-http-error.ts';
import { featuresAt } from '../../testing/features-at.ts';
import type { Version } from '../versions.ts';
import { parseGroups } from './parse-groups.ts';

function parsed(query: string, version: Version = '1.39') {
  return parseGroups(new QueryParams(query), featuresAt(version)).map((group) => ({
    ...group,
    resources: Object.fromEntries(group.resources),
  }));
}

const [a, cn1] = [aggregateId('A'), id('cn1')];
const nothing = {
  requiredTraits: [],
  forbiddenTraits: [],
  memberOf: [],
  forbiddenAggregates: [],
  inTree: null,
};

test('all parameters of a suffix make one group, in the order in which the suffixes turn up', () => {
  const query = `required_X=T&resources=VCPU:1&in_tree_X=${cn1}&resources_X=DISK_GB:2&member_of=!${a}`;
  assert.deepEqual(parsed(query), [
    {
      suffix: '_X',
      resources: { DISK_GB: 2 },
      conditions: { ...nothing, requiredTraits: [['T']], inTree: cn1 },
    },
    { suffix: '', resources: { VCPU: 1 }, conditions: { ...nothing, forbiddenAggregates: [a] } },
  ]);
});

test('a group without conditions has none, and one without resources neither', () => {
  assert.deepEqual(parsed('resources=VCPU:1&required1=T'), [
    { suffix: '', resources: { VCPU: 1 }, conditions: nothing },
    { suffix: '1', resources: {}, conditions: { ...nothing, requiredTraits: [['T']] } },
  ]);
});

test('what is no parameter of a group is passed over', () => {
  assert.deepEqual(parsed('limit=3&group_policy=none&same_subtree=_A&root_required=T'), []);
});

test('suffixes are numbers until 1.32, and words from 1.33 on', () => {
  const suffixes = (version: Version) =>
    parsed('resources1=VCPU:1&resources01=VCPU:1&resources_A-b=VCPU:1', version).map(({ suffix }) => suffix);
  assert.deepEqual(suffixes('1.32'), ['1']);
  assert.deepEqual(suffixes('1.33'), ['1', '01', '_A-b']);
});

test('of a repeated in_tree or resources the last counts', () => {
  const [group] = parsed(`resources=VCPU:1&in_tree=${id('cn2')}&resources=DISK_GB:1&in_tree=${cn1}`);
  assert.deepEqual([group?.resources, group?.conditions.inTree], [{ DISK_GB: 1 }, cn1]);
});

test('a tree is named by a uuid, blanks around it or not', () => {
  assert.equal(parsed(`resources=VCPU:1&in_tree=%20${cn1}%20`)[0]?.conditions.inTree, cn1);
  assertBadRequest(
    () => parsed('resources=VCPU:1&in_tree=cn1'),
    "Invalid query string parameters: Expected 'in_tree' parameter to be a format of uuid. Got: cn1",
  );
});

test('of several mistakes the first in the query is told', () => {
  assertBadRequest(() => parsed('required=&resources=VCPU'), /Got an empty trait in: $/);
  assertBadRequest(() => parsed('resources=VCPU&required='), /^Badly formed resources parameter/);
});
