import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryParams } from '@berth/api-kit/query-params.ts';
import { history, type Version, versions } from '../versions.ts';
import { candidatesCheck } from './query.ts';

function isKnown(query: string, version: Version): boolean {
  try {
    candidatesCheck.at(versions.indexOf(version))?.(new QueryParams(`resources=VCPU:1&${query}`));
    return true;
  } catch {
    return false;
  }
}

/** The first version from which on it is known for good. */
function since(query: string): Version | null {
  const unknown = history.findLastIndex(([version]) => !isKnown(query, version));
  return history[unknown + 1]?.[0] ?? null;
}

test('parameters come with the versions that brought them, and stay', () => {
  const first = {
    limit: since('limit=1'),
    required: since('required=T'),
    member_of: since('member_of=A'),
    resources1: since('resources1=VCPU:1'),
    required1: since('required1=T'),
    member_of1: since('member_of1=A'),
    group_policy: since('group_policy=none'),
    in_tree: since('in_tree=cn1'),
    in_tree1: since('in_tree1=cn1'),
    resources_X: since('resources_X=VCPU:1'),
    root_required: since('root_required=T'),
    same_subtree: since('same_subtree=_X'),
  };
  assert.deepEqual(first, {
    limit: '1.16',
    required: '1.17',
    member_of: '1.21',
    resources1: '1.25',
    required1: '1.25',
    member_of1: '1.25',
    group_policy: '1.25',
    in_tree: '1.31',
    in_tree1: '1.31',
    resources_X: '1.33',
    root_required: '1.35',
    same_subtree: '1.36',
  });
  assert.equal(since('colour=blue'), null);
  assert.equal(since('in_treelimit=1'), '1.33');
});

test('numbers of groups have no zero in front until words are allowed', () => {
  assert.equal(since('resources01=VCPU:1'), '1.33');
  assert.equal(since(`resources${'X'.repeat(65)}=VCPU:1`), null);
});

test('values have their form at every version that knows them', () => {
  for (const query of ['limit=0', 'limit=-1', 'limit=x', 'limit=', 'group_policy=x', 'group_policy=']) {
    assert.equal(since(query), null, query);
  }
});
