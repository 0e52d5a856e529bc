import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryParams } from '@berth/api-kit/query-params.ts';
import { assertBadRequest } from '../../testing/assert-http-error.ts';
import { featuresAt } from '../../testing/features-at.ts';
import type { Version } from '../versions.ts';
import { parseRequest } from './parse-request.ts';

function parsed(query: string, version: Version = '1.39') {
  return parseRequest(new QueryParams(query), featuresAt(version));
}

test('the least that can be asked for', () => {
  const { request, limit } = parsed('resources=VCPU:1');
  assert.equal(limit, null);
  assert.equal(request.groups.length, 1);
  assert.deepEqual(
    { ...request, groups: [] },
    {
      groups: [],
      groupPolicy: 'none',
      rootRequiredTraits: [],
      rootForbiddenTraits: [],
      sameSubtrees: [],
      allowsNested: true,
    },
  );
});

test('everything that can be asked for', () => {
  const { request, limit } = parsed(
    'resources=VCPU:1&resources_A=DISK_GB:1&required_B=T&group_policy=isolate&limit=7' +
      '&root_required=R,!F&same_subtree=_A,_B&same_subtree=_B,%20_A,_B',
  );
  assert.equal(limit, 7);
  assert.deepEqual(
    request.groups.map(({ suffix }) => suffix),
    ['', '_A', '_B'],
  );
  assert.deepEqual(
    { ...request, groups: [] },
    {
      groups: [],
      groupPolicy: 'isolate',
      rootRequiredTraits: ['R'],
      rootForbiddenTraits: ['F'],
      sameSubtrees: [
        ['_A', '_B'],
        ['_B', '_A'],
      ],
      allowsNested: true,
    },
  );
});

test('candidates take from several providers of a tree from 1.29 on', () => {
  assert.equal(parsed('resources=VCPU:1', '1.28').request.allowsNested, false);
  assert.equal(parsed('resources=VCPU:1', '1.29').request.allowsNested, true);
});

test('of a repeated limit or policy the first counts, and must be one', () => {
  assert.equal(parsed('resources=VCPU:1&limit=3&limit=5').limit, 3);
  assertBadRequest(() => parsed('resources=VCPU:1&limit=few&limit=5'), /limit is few$/);
  assertBadRequest(() => parsed('resources=VCPU:1&limit=0&limit=5'), /limit is 0$/);
  const query = 'resources=VCPU:1&group_policy=isolate&group_policy=none';
  assert.equal(parsed(query).request.groupPolicy, 'isolate');
  assertBadRequest(
    () => parsed('resources=VCPU:1&group_policy=x&group_policy=none'),
    "Invalid query string parameters: 'x' is not one of ['none', 'isolate']",
  );
});

test('two groups with suffixes need a policy; one, or one and the one without, do not', () => {
  assert.equal(parsed('resources=VCPU:1&resources1=VCPU:1').request.groups.length, 2);
  assertBadRequest(
    () => parsed('resources1=VCPU:1&resources2=VCPU:1'),
    'The "group_policy" parameter is required when specifying more than one "resources{N}" parameter.',
  );
});

test('the root is asked about once, and without contradiction', () => {
  assertBadRequest(
    () => parsed('resources=VCPU:1&root_required=A&root_required=B'),
    "Query parameter 'root_required' may be specified only once.",
    'placement.query.duplicate_key',
  );
  assertBadRequest(
    () => parsed('resources=VCPU:1&root_required=A,!A,B,!B,C'),
    'Conflicting required and forbidden traits found in root_required: A, B',
    'placement.query.bad_value',
  );
  assertBadRequest(
    () => parsed('resources=VCPU:1&root_required=in:A,B'),
    /only supported since microversion 1\.39\. Got: in:A,B$/,
  );
});

test('the group without a suffix is not named in a subtree', () => {
  for (const value of ['', '_A,', ',_A']) {
    assertBadRequest(
      () => parsed(`resources_A=VCPU:1&same_subtree=${value}`),
      'Empty string (unsuffixed group) can not be specified in `same_subtree` ',
      'placement.query.bad_value',
    );
  }
});

test('what is said for the whole request is looked at before its groups', () => {
  assertBadRequest(() => parsed('resources=VCPU&root_required='), /Got an empty trait in: $/);
  assertBadRequest(() => parsed('resources=VCPU&limit=0'), /limit is 0$/);
});
