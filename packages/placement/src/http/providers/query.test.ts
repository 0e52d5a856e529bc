import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryParams } from '@berth/api-kit/query-params.ts';
import { aggregateId, id } from '@berth/engine/testing/names.ts';
import { assertBadRequest } from '../../testing/assert-http-error.ts';
import { featuresAt } from '../../testing/features-at.ts';
import { history, versions } from '../versions.ts';
import { listProvidersCheck, parseProviderQuery } from './query.ts';

const [cn1, a] = [id('cn1'), aggregateId('A')];
const values = { name: 'cn1', uuid: cn1, member_of: a, resources: 'VCPU:1', in_tree: cn1, required: 'T' };

test('parameters come with the versions that brought them', () => {
  const firstWith = (query: string) =>
    history.find(([version]) => {
      try {
        listProvidersCheck.at(versions.indexOf(version))?.(new QueryParams(query));
        return true;
      } catch {
        return false;
      }
    })?.[0];
  const known = Object.entries(values).map(([name, value]) => [name, firstWith(`${name}=${value}`)]);
  assert.deepEqual(Object.fromEntries(known), {
    name: '1.0',
    uuid: '1.0',
    member_of: '1.3',
    resources: '1.4',
    in_tree: '1.14',
    required: '1.18',
  });
  assert.equal(firstWith('limit=1'), undefined);
});

test('all of them together are one question', () => {
  const query = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  assert.deepEqual(parseProviderQuery(new QueryParams(query.join('&')), featuresAt('1.39')), {
    name: 'cn1',
    id: cn1,
    resources: new Map([['VCPU', 1]]),
    conditions: {
      requiredTraits: [['T']],
      forbiddenTraits: [],
      memberOf: [[a]],
      forbiddenAggregates: [],
      inTree: cn1,
    },
  });
});

test('an empty name is no condition, and empty resources are a mistake', () => {
  const parsed = (query: string) => parseProviderQuery(new QueryParams(query), featuresAt('1.39'));
  assert.equal(parsed('name=').name, null);
  assertBadRequest(() => parsed('resources='), /^Badly formed resources parameter\..* Got: empty string\.$/);
});
