import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProperty } from '@berth/testing/assert-property.ts';
import fc from 'fast-check';
import { type Conditions, noConditions } from './candidates/request.ts';
import { listProviders, type ProviderQuery } from './list-providers.ts';
import { Refusal } from './refusals.ts';
import { arbitraryWorld, providerNames, vocabulary } from './testing/arbitrary-world.ts';
import { given } from './testing/given.ts';
import { id } from './testing/names.ts';
import { parseResources, withAggregates, withTraits } from './testing/parse-query.ts';
import { c2Room, c3RequiredTraits, c4ForbiddenTraits, c5Aggregates } from './testing/reference-rules.ts';
import { topOf } from './testing/tree.ts';
import type { World } from './world.ts';

/** Names of the providers that a query finds: `name=cn1&resources=VCPU:1&required=!CUSTOM_GOLD&member_of=in:A,B`. */
function listed(world: World, query: string): string[] {
  return listProviders(world, parse(query)).map(({ name }) => name);
}

function parse(query: string): ProviderQuery {
  let parsed: ProviderQuery = { name: null, id: null, resources: new Map(), conditions: noConditions };
  for (const parameter of query === '' ? [] : query.split('&')) {
    const [what = '', value = ''] = parameter.split('=');
    const { conditions } = parsed;
    const withConditions = (next: Conditions) => ({ ...parsed, conditions: next });
    if (what === 'name') parsed = { ...parsed, name: value };
    else if (what === 'uuid') parsed = { ...parsed, id: id(value) };
    else if (what === 'resources') parsed = { ...parsed, resources: parseResources(value) };
    else if (what === 'required') parsed = withConditions(withTraits(conditions, value));
    else if (what === 'member_of') parsed = withConditions(withAggregates(conditions, value));
    else if (what === 'in_tree') parsed = withConditions({ ...conditions, inTree: id(value) });
    else throw new Error(`This is no parameter of a query: ${parameter}`);
  }
  return parsed;
}

const world = given(`
  traits: CUSTOM_NOBODYS
  cn1      VCPU:8(used=6)  CUSTOM_GOLD  agg:A
    numa0  VCPU:4  MEMORY_MB:512
    numa1  VCPU:4(max=1)  CUSTOM_GOLD CUSTOM_SSD  agg:A,B
  cn2      VCPU:8  CUSTOM_SSD  agg:C
  bare`);

describe('a list of providers', () => {
  test('has all of them if nothing is asked for, in the order in which they came', () => {
    assert.deepEqual(listed(world, ''), ['cn1', 'numa0', 'numa1', 'cn2', 'bare']);
  });

  test('has the one with the name or the id', () => {
    assert.deepEqual(listed(world, 'name=numa0'), ['numa0']);
    assert.deepEqual(listed(world, 'uuid=cn2'), ['cn2']);
    assert.deepEqual(listed(world, 'name=nobody'), []);
    assert.deepEqual(listed(world, 'uuid=nobody'), []);
    assert.deepEqual(listed(world, 'name=cn1&uuid=cn2'), []);
  });

  test('has the whole tree of any provider of it', () => {
    for (const name of ['cn1', 'numa0', 'numa1']) {
      assert.deepEqual(listed(world, `in_tree=${name}`).sort(), ['cn1', 'numa0', 'numa1']);
    }
    assert.deepEqual(listed(world, 'in_tree=nobody'), []);
    assert.deepEqual(listed(world, 'in_tree=cn1&name=cn2'), []);
    assert.deepEqual(listed(world, 'in_tree=cn1&uuid=numa1'), ['numa1']);
  });

  test('has those with all required traits, and one of each list of alternatives', () => {
    assert.deepEqual(listed(world, 'required=CUSTOM_GOLD'), ['cn1', 'numa1']);
    assert.deepEqual(listed(world, 'required=CUSTOM_GOLD,CUSTOM_SSD'), ['numa1']);
    assert.deepEqual(listed(world, 'required=in:CUSTOM_GOLD,CUSTOM_SSD'), ['cn1', 'numa1', 'cn2']);
    assert.deepEqual(listed(world, 'required=in:CUSTOM_GOLD,CUSTOM_NOBODYS&required=CUSTOM_SSD'), ['numa1']);
    assert.deepEqual(listed(world, 'required=CUSTOM_NOBODYS'), []);
  });

  test('has none with a forbidden trait', () => {
    assert.deepEqual(listed(world, 'required=!CUSTOM_GOLD'), ['numa0', 'cn2', 'bare']);
    assert.deepEqual(listed(world, 'required=CUSTOM_SSD,!CUSTOM_GOLD'), ['cn2']);
  });

  test('has the members of aggregates; the root is a member for itself alone', () => {
    assert.deepEqual(listed(world, 'member_of=A'), ['cn1', 'numa1']);
    assert.deepEqual(listed(world, 'member_of=in:B,C'), ['numa1', 'cn2']);
    assert.deepEqual(listed(world, 'member_of=A&member_of=B'), ['numa1']);
    assert.deepEqual(listed(world, 'member_of=nowhere'), []);
  });

  test('has none in a forbidden aggregate; the root is in it for itself alone', () => {
    assert.deepEqual(listed(world, 'member_of=!A'), ['numa0', 'cn2', 'bare']);
    assert.deepEqual(listed(world, 'member_of=!in:B,C'), ['cn1', 'numa0', 'bare']);
    assert.deepEqual(listed(world, 'member_of=A&member_of=!B'), ['cn1']);
    assert.deepEqual(listed(world, 'member_of=!nowhere').length, 5);
  });

  test('has those with room for all that is asked for', () => {
    assert.deepEqual(listed(world, 'resources=VCPU:1'), ['cn1', 'numa0', 'numa1', 'cn2']);
    assert.deepEqual(listed(world, 'resources=VCPU:2'), ['cn1', 'numa0', 'cn2']);
    assert.deepEqual(listed(world, 'resources=VCPU:3'), ['numa0', 'cn2']);
    assert.deepEqual(listed(world, 'resources=VCPU:1,MEMORY_MB:1'), ['numa0']);
    assert.deepEqual(listed(world, 'resources=VGPU:1'), []);
  });

  test('is the same where so much is asked that the sets are laid over each other', () => {
    const others = Array.from({ length: 20 }, (_, index) => `A${index}`);
    const crowd = given(`
      cn1  VCPU:8  agg:A
      ${Array.from({ length: 80 }, (_, index) => `  child${index}  agg:A,A${index % 20}`).join('\n      ')}
      cn2  agg:A,B`);
    const count = (query: string) => listed(crowd, query).length;
    assert.equal(count('in_tree=cn1&member_of=A'), 81);
    assert.equal(count('in_tree=child7&member_of=A&member_of=A3'), 4);
    assert.deepEqual(listed(crowd, 'in_tree=cn1&name=child3&member_of=A'), ['child3']);
    assert.deepEqual(listed(crowd, `member_of=!in:${others.join()}`), ['cn1', 'cn2']);
    assert.deepEqual(listed(crowd, `in_tree=child9&member_of=!in:${others.join()}`), ['cn1']);
    const oneOf = (names: readonly string[]) => `member_of=in:${names.join()}`;
    const lists = others.slice(1, 10).map((other) => oneOf(['A3', other]));
    assert.deepEqual(listed(crowd, lists.join('&')), ['child3', 'child23', 'child43', 'child63']);
    assert.deepEqual(listed(crowd, [...lists, 'member_of=B'].join('&')), []);
    assert.equal(count([...lists, 'member_of=!A4', oneOf(['A', 'B'])].join('&')), 4);
  });

  test('is refused for names that nobody knows, whether or not something would have been found', () => {
    const refusal = (query: string) => {
      try {
        return listed(world, query);
      } catch (error) {
        if (error instanceof Refusal) return error.reason;
        throw error;
      }
    };
    assert.deepEqual(refusal('name=nobody&resources=CUSTOM_NO:1'), {
      kind: 'class-not-found',
      name: 'CUSTOM_NO',
    });
    for (const required of ['CUSTOM_NO', '!CUSTOM_NO', 'in:CUSTOM_GOLD,CUSTOM_NO']) {
      const expected = { kind: 'traits-not-found', names: ['CUSTOM_NO'] };
      assert.deepEqual(refusal(`name=nobody&required=${required}`), expected);
    }
    assert.deepEqual(refusal('required=CUSTOM_NO&resources=CUSTOM_NO:1'), {
      kind: 'traits-not-found',
      names: ['CUSTOM_NO'],
    });
  });
});

test('whichever index a list is made from, it has those that meet every condition', () => {
  const arbitraryListQuery = fc
    .tuple(
      ...[
        providerNames.map((name) => `name=${name}`),
        providerNames.map((name) => `uuid=${name}`),
        providerNames.map((name) => `in_tree=${name}`),
        vocabulary.traits.flatMap((trait) => [`required=${trait}`, `required=!${trait}`]),
        ['required=in:CUSTOM_A,CUSTOM_B', 'required=in:CUSTOM_C'],
        vocabulary.aggregates.flatMap((name) => [
          `member_of=${name}`,
          `member_of=!${name}`,
          `member_of=in:${name},A`,
        ]),
        ['resources=VCPU:1', 'resources=VCPU:2,DISK_GB:1', 'resources=MEMORY_MB:3'],
      ].map((choices) => fc.option(fc.constantFrom(...choices), { freq: 2 })),
    )
    .map((parameters) => parameters.filter((parameter) => parameter !== null).join('&'));
  assertProperty(
    fc.property(arbitraryWorld(), arbitraryListQuery, (text, query) => {
      const world = given(text);
      const { name, id: asked, resources, conditions } = parse(query);
      const expected = [...world.providers.values()].filter(
        (provider) =>
          (name === null || provider.name === name) &&
          (asked === null || provider.id === asked) &&
          (conditions.inTree === null || topOf(provider) === world.providers.get(conditions.inTree)?.root) &&
          c3RequiredTraits(provider, conditions) &&
          c4ForbiddenTraits(provider, conditions) &&
          c5Aggregates(provider, conditions) &&
          [...resources].every(([resourceClass, amount]) => c2Room(world, provider, resourceClass, amount)),
      );
      assert.deepEqual(listed(world, query).sort(), expected.map((provider) => provider.name).sort());
    }),
    1000,
  );
});
