import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { candidates } from '../testing/candidates.ts';
import { given } from '../testing/given.ts';

/** The world and the examples of the specification that brought forbidden aggregates (1.32). */
const world = given(`
  cn1        VCPU:8  agg:aggA
    numa1_1  VCPU:8  agg:aggC
    numa1_2  VCPU:8
  cn2        VCPU:8  agg:aggB
    numa2_1  VCPU:8
    numa2_2  VCPU:8
  ss1        DISK_GB:100  MISC_SHARES_VIA_AGGREGATE  agg:aggB
  ss2        DISK_GB:100  MISC_SHARES_VIA_AGGREGATE  agg:aggC`);

/** Who can serve a request for one VCPU, and one for one DISK_GB. */
function serving(suffix: string, memberOf: string): string[] {
  const conditions = memberOf.replaceAll('member_of', `member_of${suffix}`);
  return ['VCPU', 'DISK_GB'].flatMap((name) =>
    candidates(world, `resources${suffix}=${name}:1&${conditions}`).map(
      (text) => text.split(':')[0] as string,
    ),
  );
}

describe('without a suffix a forbidden aggregate of a root spans its tree (C8)', () => {
  test('!aggA excludes cn1, numa1_1 and numa1_2', () => {
    assert.deepEqual(serving('', 'member_of=!aggA'), ['cn2', 'numa2_1', 'numa2_2', 'ss1', 'ss2']);
  });

  test('!aggB excludes cn2, numa2_1, numa2_2 and ss1', () => {
    assert.deepEqual(serving('', 'member_of=!aggB'), ['cn1', 'numa1_1', 'numa1_2', 'ss2']);
  });

  test('!aggC excludes numa1_1 and ss2', () => {
    assert.deepEqual(serving('', 'member_of=!aggC'), ['cn1', 'cn2', 'numa1_2', 'numa2_1', 'numa2_2', 'ss1']);
  });

  test('an excluded root leaves its tree without the storage that others share with it', () => {
    const both = 'resources=VCPU:1,DISK_GB:1';
    const ofFirst = ['cn1', 'numa1_1', 'numa1_2'].map((name) => `${name}:VCPU=1 ss2:DISK_GB=1`);
    const ofSecond = ['cn2', 'numa2_1', 'numa2_2'].map((name) => `${name}:VCPU=1 ss1:DISK_GB=1`);
    assert.deepEqual(candidates(world, both), [...ofFirst, ...ofSecond].sort());
    assert.deepEqual(candidates(world, `${both}&member_of=!aggA`), ofSecond);
    assert.deepEqual(candidates(world, `${both}&member_of=!aggB`), ofFirst);
    assert.deepEqual(candidates(world, `${both}&member_of=!aggC`), ofSecond);
  });
});

describe('with a suffix a forbidden aggregate is about the provider alone (C7)', () => {
  const all = ['cn1', 'cn2', 'numa1_1', 'numa1_2', 'numa2_1', 'numa2_2', 'ss1', 'ss2'];
  const without = (...excluded: string[]) => all.filter((name) => !excluded.includes(name));

  test('!aggA excludes cn1', () => {
    assert.deepEqual(serving('1', 'member_of=!aggA'), without('cn1'));
  });

  test('!aggB excludes cn2 and ss1', () => {
    assert.deepEqual(serving('1', 'member_of=!aggB'), without('cn2', 'ss1'));
  });

  test('!aggC excludes numa1_1 and ss2', () => {
    assert.deepEqual(serving('1', 'member_of=!aggC'), without('numa1_1', 'ss2'));
  });
});

describe('forbidden aggregates together with others (C5)', () => {
  for (const [suffix, what] of [
    ['', 'without a suffix'],
    ['1', 'with a suffix'],
  ] as const) {
    test(`!in: forbids each of its aggregates, ${what}`, () => {
      const each = serving(suffix, 'member_of=!aggA&member_of=!aggB');
      assert.deepEqual(serving(suffix, 'member_of=!in:aggA,aggB'), each);
      assert.deepEqual(each, suffix === '' ? ['ss2'] : ['numa1_1', 'numa1_2', 'numa2_1', 'numa2_2', 'ss2']);
    });

    test(`what is asked for in one member_of and forbidden in another is left out, ${what}`, () => {
      assert.deepEqual(serving(suffix, 'member_of=in:aggB,aggC&member_of=!aggB'), ['numa1_1', 'ss2']);
    });

    test(`the same aggregate on both sides finds nothing, and is no error, ${what}`, () => {
      assert.deepEqual(serving(suffix, 'member_of=aggA&member_of=!aggA'), []);
    });
  }
});
