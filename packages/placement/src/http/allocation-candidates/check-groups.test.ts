import { test } from 'node:test';
import type { RequestGroup } from '@berth/engine/candidates/request.ts';
import { parseQuery } from '@berth/engine/testing/parse-query.ts';
import { assertBadRequest } from '../../testing/assert-http-error.ts';
import { featuresAt } from '../../testing/features-at.ts';
import type { Version } from '../versions.ts';
import { checkGroups } from './check-groups.ts';

function check(query: string, version: Version): void {
  const { groups, sameSubtrees } =
    query === '' ? { groups: [] as RequestGroup[], sameSubtrees: [] } : parseQuery(query);
  checkGroups(groups, sameSubtrees, featuresAt(version));
}

test('groups that ask for something are fine at every version', () => {
  for (const version of ['1.10', '1.25', '1.35', '1.36', '1.39'] as const) {
    check('resources=VCPU:1&required=A&resources1=DISK_GB:1&member_of1=B', version);
  }
});

test('until 1.35 every group asks for resources', () => {
  const version = '1.35';
  assertBadRequest(
    () => check('', version),
    'At least one request group (`resources` or `resources{$S}`) is required.',
  );
  assertBadRequest(
    () => check('resources=VCPU:1&required1=A&required_X=B', version),
    'All traits parameters must be associated with resources.  Found the following orphaned traits keys: required1, required_X',
  );
  assertBadRequest(
    () => check('resources=VCPU:1&member_of1=A&member_of2=!B', version),
    'All member_of parameters must be associated with resources. ' +
      'Found the following orphaned member_of keys: member_of1, member_of2',
  );
  assertBadRequest(
    () => check('resources=VCPU:1&in_tree1=cn1', version),
    'All request groups must specify resources.',
  );
});

test('of several orphans the traits are told first', () => {
  assertBadRequest(
    () => check('member_of1=A&in_tree2=cn1&required3=A', '1.35'),
    /orphaned traits keys: required3$/,
  );
  assertBadRequest(() => check('in_tree2=cn1&member_of1=A', '1.35'), /orphaned member_of keys: member_of1$/);
});

test('from 1.36 on a group may ask for none, if it is tied to others', () => {
  check('resources_A=VCPU:1&required_B=T&same_subtree=_A,_B', '1.36');
  assertBadRequest(
    () => check('resources_A=VCPU:1&required_B=T&required_C=T&same_subtree=_A,_C', '1.36'),
    'Resourceless suffixed group request should be specified in `same_subtree` query param: ' +
      "bad group(s) - ['_B'].",
    'placement.query.bad_value',
  );
});

test('groups that are tied exist', () => {
  assertBadRequest(
    () => check('resources_A=VCPU:1&resources_B=VCPU:1&same_subtree=_A,_X,_Y', '1.36'),
    "Real suffixes should be specified in `same_subtree`: ['_X', '_Y'] not found in ['_A', '_B'].",
    'placement.query.bad_value',
  );
});

test('some group asks for something', () => {
  for (const query of ['', 'required_A=T&same_subtree=_A']) {
    assertBadRequest(
      () => check(query, '1.36'),
      'There must be at least one resources or resources[$S] parameter.',
      'placement.query.missing_value',
    );
  }
});

test('a trait is not required and forbidden at once, from 1.22 on', () => {
  check('resources=VCPU:1&required=A,!A', '1.21');
  assertBadRequest(
    () => check('resources=VCPU:1&required=A,!A,B&resources1=VCPU:1&required1=!C,C', '1.25'),
    'Conflicting required and forbidden traits found in the following traits keys: required1: (C), required: (A)',
  );
});

test('any of several is a contradiction if all of them are forbidden', () => {
  check('resources=VCPU:1&required=in:A,B&required=!A', '1.39');
  assertBadRequest(
    () => check('resources=VCPU:1&required=in:B,A&required=!A,!B', '1.39'),
    'Conflicting required and forbidden traits found in the following traits keys: required: (A, B)',
  );
});

test('what is forbidden in one group may be required in another', () => {
  check('resources=VCPU:1&required=A&resources1=VCPU:1&required1=!A', '1.39');
});
