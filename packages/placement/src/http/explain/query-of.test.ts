import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import { afterAllCases } from '@berth/testing/random-cases.ts';
import { QueryParams } from '@berth/api-kit/query-params.ts';
import type { CandidateRequest } from '@berth/engine/candidates/request.ts';
import { Search } from '@berth/engine/candidates/search.ts';
import { explain } from '@berth/engine/explain/explain.ts';
import { arbitraryQuery } from '@berth/engine/testing/arbitrary-query.ts';
import { arbitraryWorldToSearch } from '@berth/engine/testing/arbitrary-world.ts';
import { given } from '@berth/engine/testing/given.ts';
import { parseQuery } from '@berth/engine/testing/parse-query.ts';
import fc from 'fast-check';
import { featuresAt } from '../../testing/features-at.ts';
import { parseRequest } from '../allocation-candidates/parse-request.ts';
import { candidatesCheck } from '../allocation-candidates/query.ts';
import { versions } from '../versions.ts';
import { relaxedQuery } from './explanation-view.ts';
import { queryOf } from './query-of.ts';

const latest = versions.indexOf('1.39');

function parsed(text: string): CandidateRequest {
  const query = new QueryParams(text);
  candidatesCheck.at(latest)?.(query);
  return parseRequest(query, featuresAt('1.39')).request;
}

test('a request becomes the query that it was', () => {
  for (const query of [
    'resources=VCPU:1',
    'resources=VCPU:1,MEMORY_MB:512&required=CUSTOM_A,!CUSTOM_B&required=in:CUSTOM_C,CUSTOM_D&limit=7',
    'resources_X=VCPU:1&resources_Y=VCPU:2&group_policy=isolate&same_subtree=_X,_Y',
    'resources1=VCPU:1&resources2=VCPU:2&group_policy=none&root_required=CUSTOM_A,!CUSTOM_B',
  ]) {
    const { request, limit } = parseRequest(new QueryParams(query), featuresAt('1.39'));
    assert.equal(queryOf(request, limit), query);
  }
});

test('what means something in a query is encoded', () => {
  const request = parseQuery('resources=VCPU:1');
  const odd = { ...request, rootRequiredTraits: ['A&B=C;D+E F' as never] };
  const text = queryOf(odd, null);
  assert.equal(new QueryParams(text).last('root_required'), 'A&B=C;D+E F');
});

test('every request can be written as a query', () => {
  assertProperty(
    fc.property(arbitraryQuery(), (text) => {
      const request = { ...parseQuery(text), allowsNested: true };
      fc.pre(!isContradictory(request));
      assert.deepEqual(comparable(parsed(queryOf(request, null))), comparable(request));
    }),
    500,
  );
});

test('what is said to work works when it is asked for', () => {
  let count = 0;
  assertProperty(
    fc.property(arbitraryWorldToSearch(), arbitraryQuery(), (text, query) => {
      const world = given(text);
      const request = { ...parseQuery(query), allowsNested: true };
      fc.pre(!isContradictory(request));
      const bounds = {
        isOverdue: () => false,
        nearestMax: 0,
        relaxationsMax: 10,
        candidatesMax: 10,
        mayAskRoot: true,
      };
      for (const relaxation of explain(world, request, bounds).relaxations) {
        const found = new Search(world, parsed(relaxedQuery(relaxation, request, null))).take(11);
        const { candidates, isAtLeast } = relaxation;
        assert.equal(found.length, isAtLeast ? candidates + 1 : candidates);
        count++;
      }
    }),
    300,
  );
  afterAllCases(() => assert.ok(count > 0));
});

/** To require and to forbid the same is a query that is refused. */
function isContradictory({ groups, rootRequiredTraits, rootForbiddenTraits }: CandidateRequest): boolean {
  return (
    rootRequiredTraits.some((trait) => rootForbiddenTraits.includes(trait)) ||
    groups.some(({ conditions: { requiredTraits, forbiddenTraits } }) =>
      requiredTraits.some((anyOf) => anyOf.every((trait) => forbiddenTraits.includes(trait))),
    )
  );
}

/** Without what makes no difference: the order of lists, and what is there twice. */
function comparable({ groups, ...request }: CandidateRequest) {
  return {
    ...request,
    groups: groups.map(({ conditions, ...group }) => ({
      ...group,
      conditions: {
        ...conditions,
        // What is asked for twice is asked for once.
        requiredTraits: [...new Set(conditions.requiredTraits.map((anyOf) => anyOf.join()))].sort(),
        memberOf: [...new Set(conditions.memberOf.map((anyOf) => anyOf.join()))],
        forbiddenTraits: [...new Set(conditions.forbiddenTraits)].sort(),
        forbiddenAggregates: [...new Set(conditions.forbiddenAggregates)].sort(),
      },
    })),
  };
}
