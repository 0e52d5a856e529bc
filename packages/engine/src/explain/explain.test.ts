import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apply } from '../apply.ts';
import { inventoryFacts } from '../facts.ts';
import { Refusal } from '../refusals.ts';
import { given } from '../testing/given.ts';
import { id, named } from '../testing/names.ts';
import { parseQuery } from '../testing/parse-query.ts';
import type { World } from '../world.ts';
import type { ExplainBounds } from './explain-bounds.ts';
import { explain, explaining } from './explain.ts';
import type { Explanation } from './explanation.ts';
import type { Steps } from './steps.ts';
import { shownFunnel, shownNearest, shownRelaxations } from '../testing/show-explanation.ts';

function explained(world: World, query: string, bounds: Partial<ExplainBounds> = {}): Explanation {
  const usual = {
    isOverdue: () => false,
    nearestMax: 10,
    relaxationsMax: 10,
    candidatesMax: 1000,
    mayAskRoot: true,
  };
  return explain(world, parseQuery(query), { ...usual, ...bounds });
}

describe('the funnel', () => {
  test('goes class by class, and through the conditions, with the trees that are left', () => {
    const world = given(`
      cn1  VCPU:8           MEMORY_MB:10  agg:A
      cn2  VCPU:8(used=7)   MEMORY_MB:10  agg:A
      cn3  VCPU:8(max=1)    MEMORY_MB:10  agg:A
      cn4  VCPU:8           MEMORY_MB:10
      cn5                   MEMORY_MB:10  agg:A
      cn6  VCPU:8           agg:A`);
    assert.deepEqual(shownFunnel(explained(world, 'resources=VCPU:2,MEMORY_MB:1&member_of=A')), [
      'inventory VCPU 5/5',
      'unit VCPU 4/4',
      'capacity VCPU 3/3',
      'member-of A 2/2',
      'inventory MEMORY_MB 1/1',
      'unit MEMORY_MB 1/1',
      'capacity MEMORY_MB 1/1',
      'member-of A 1/1',
      'every group 1',
      'candidates 1',
    ]);
  });

  test('begins with the trees whose root is right', () => {
    const world = given(`
      cn1  VCPU:1  CUSTOM_A
      cn2  VCPU:1  CUSTOM_A CUSTOM_B
      cn3  VCPU:1`);
    const { roots, groups } = explained(world, 'resources=VCPU:1&root_required=CUSTOM_A,!CUSTOM_B').funnel;
    assert.deepEqual(
      roots.map(({ rule, trees }) => [rule.kind, trees]),
      [
        ['root-required', 2],
        ['root-forbidden', 1],
      ],
    );
    assert.equal(groups[0]?.steps[0]?.trees, 1);
  });

  test('of a group with a suffix is its own, whatever the other groups find', () => {
    const world = given(`
      cn1    VCPU:1
      cn2
        gpu  VGPU:1 CUSTOM_A`);
    const { funnel } = explained(world, 'resources=VCPU:1&resources_G=VGPU:1&required_G=CUSTOM_A');
    assert.deepEqual(
      funnel.groups.map(({ suffix, steps }) => [suffix, steps.at(-1)?.trees]),
      [
        ['', 1],
        ['_G', 1],
      ],
    );
    assert.equal(funnel.everyGroup, 0);
  });

  test('counts a sharing provider once, at whichever tree it gets furthest', () => {
    const world = given(`
      traits: CUSTOM_A
      cn1  VCPU:1  agg:A
      cn2  VCPU:1  agg:A,B
      ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    const steps = explained(world, 'resources=VCPU:1,DISK_GB:1').funnel.groups[0]?.steps ?? [];
    const disk = steps.find(
      ({ rule }) => rule.kind === 'inventory' && String(rule.resourceClass) === 'DISK_GB',
    );
    assert.deepEqual([disk?.providers, disk?.trees], [1, 2]);
  });

  test('ends with what holds for all groups together, rule by rule', () => {
    const world = given(`
      cn1
        a1  VGPU:1
        b1  VGPU:1
      cn2
        a2  VGPU:4
      cn3
        a3  VGPU:1`);
    const query = 'resources_A=VGPU:1&resources_B=VGPU:1&group_policy=isolate&same_subtree=_A,_B';
    assert.deepEqual(shownFunnel(explained(world, query)).slice(-5), [
      'every group 3',
      'sums 2',
      'isolate 1',
      'same-subtree _A,_B 0',
      'candidates 0',
    ]);
  });

  test('of a client that knows no trees leaves those that have all in one provider (C12)', () => {
    const world = given(`
      cn1    VCPU:1
        n1   DISK_GB:1
      cn2    VCPU:1 DISK_GB:1`);
    assert.deepEqual(shownFunnel(explained(world, 'resources=VCPU:1,DISK_GB:1&nested=false')).slice(-3), [
      'every group 2',
      'one-per-tree 1',
      'candidates 1',
    ]);
  });

  test('asks of those that are taken that they have the required traits between them (C3)', () => {
    // Those with the traits serve the same class.
    const world = given(`
      cn1
        a  VCPU:1 CUSTOM_A
        b  VCPU:1 CUSTOM_B`);
    const funnel = shownFunnel(explained(world, 'resources=VCPU:1&required=CUSTOM_A,CUSTOM_B'));
    assert.deepEqual(funnel.slice(-5), [
      'required CUSTOM_A 1',
      'required CUSTOM_B 1',
      'every group 1',
      'required-together 0',
      'candidates 0',
    ]);
  });
});

describe('the nearest trees', () => {
  const nearest = (world: World, query: string) => shownNearest(explained(world, query));

  test('are those that miss the fewest things, then those that get furthest, then those that lack the least', () => {
    const world = given(`
      cn1  VCPU:8(used=7)  DISK_GB:1
      cn2  VCPU:8(used=5)
      cn3  VCPU:8(used=5)  DISK_GB:1
      cn4  VCPU:8`);
    assert.deepEqual(nearest(world, 'resources=VCPU:4,DISK_GB:1'), [
      'cn4: inventory DISK_GB',
      'cn3: capacity VCPU, 3 of 8 for 4',
      'cn1: capacity VCPU, 1 of 8 for 4',
      'cn2: capacity VCPU, 3 of 8 for 4; inventory DISK_GB',
    ]);
  });

  test('are told with what is there, of the provider that comes closest', () => {
    const world = given(`
      cn1
        a  VCPU:64(ratio=2,used=127)
        b  VCPU:64(reserved=10,used=50,max=7)`);
    assert.deepEqual(nearest(world, 'resources=VCPU:6'), ['cn1: capacity VCPU at b, 4 of 54 for 6, max 7']);
    assert.deepEqual(nearest(world, 'resources_X=VCPU:128'), [
      'cn1: capacity VCPU@_X at a, 1 of 128 for 128',
    ]);
  });

  test('may have the class in other portions', () => {
    const world = given('cn1 VCPU:8(min=4,step=2)');
    assert.deepEqual(nearest(world, 'resources=VCPU:3'), ['cn1: unit VCPU, 8 of 8 for 3, min 4, step 2']);
    assert.deepEqual(nearest(world, 'resources=VCPU:5'), ['cn1: unit VCPU, 8 of 8 for 5, min 4, step 2']);
  });

  for (const [query, why] of [
    ['resources=VCPU:1&required=CUSTOM_B', 'cn1: required CUSTOM_B'],
    ['resources=VCPU:1&required=in:CUSTOM_B,CUSTOM_C', 'cn1: required CUSTOM_B|CUSTOM_C'],
    ['resources=VCPU:1&required=!CUSTOM_A', 'cn1: forbidden CUSTOM_A'],
    ['resources=VCPU:1&member_of=B', 'cn1: member-of B'],
    ['resources=VCPU:1&member_of=!A', 'cn1: forbidden-aggregate A'],
    ['resources=VCPU:1&in_tree=nobody', 'cn1: in-tree nobody'],
    ['resources=VCPU:1&root_required=CUSTOM_B', 'cn1: root-required CUSTOM_B'],
    ['resources=VCPU:1&root_required=!CUSTOM_A', 'cn1: root-forbidden CUSTOM_A'],
    ['resources_X=VCPU:1&required_X=CUSTOM_B', 'cn1: required CUSTOM_B@_X'],
    ['resources_X=VCPU:1&required_X=!CUSTOM_A', 'cn1: forbidden CUSTOM_A@_X'],
    ['resources_X=VCPU:1&member_of_X=B', 'cn1: member-of B@_X'],
    ['resources_X=VCPU:1&member_of_X=!A', 'cn1: forbidden-aggregate A@_X'],
    ['resources_X=VCPU:1&in_tree_X=nobody', 'cn1: in-tree nobody@_X'],
    ['resources_X=VCPU:1&resources_Y=VCPU:1', 'cn1: sums, 1 for 2'],
    ['resources_X=VCPU:1&resources_Y=DISK_GB:1&group_policy=isolate', 'cn1: isolate, 1 for 2'],
  ] as const) {
    test(`are out because of ${why.slice(5)}`, () => {
      const world = given(`
        traits: CUSTOM_B CUSTOM_C
        cn1  VCPU:1 DISK_GB:9 CUSTOM_A agg:A`);
      assert.deepEqual(nearest(world, query), [why]);
    });
  }

  test('are told with all that they lack', () => {
    const world = given(`
      traits: CUSTOM_B CUSTOM_C
      cn1      VCPU:8(used=7)  agg:A
        gpu1   VGPU:1(used=1)  CUSTOM_A`);
    const query =
      'resources=VCPU:4,DISK_GB:1&required=CUSTOM_B&member_of=B&root_required=CUSTOM_C' +
      '&resources_G=VGPU:1&required_G=CUSTOM_B,!CUSTOM_A';
    assert.deepEqual(nearest(world, query), [
      'cn1: root-required CUSTOM_C; capacity VCPU, 1 of 8 for 4; member-of B; inventory DISK_GB; ' +
        'capacity VGPU@_G at gpu1, 0 of 1 for 1; required CUSTOM_B@_G at gpu1; forbidden CUSTOM_A@_G at gpu1; ' +
        'required CUSTOM_B',
    ]);
  });

  test('are told with who else of the tree has it', () => {
    const world = given(`
      cn1      CUSTOM_A  agg:A
        numa1  VCPU:8
        gpu1   VGPU:1  CUSTOM_B`);
    assert.deepEqual(nearest(world, 'resources=VCPU:1&required=CUSTOM_A'), [
      'cn1: required CUSTOM_A, cn1 has it',
    ]);
    assert.deepEqual(nearest(world, 'resources_X=VCPU:1&required_X=CUSTOM_A&member_of_X=A'), [
      'cn1: required CUSTOM_A@_X at numa1, cn1 has it; member-of A@_X at numa1, cn1 has it',
    ]);
    assert.deepEqual(nearest(world, 'resources_X=VCPU:1&required_X=CUSTOM_B'), [
      'cn1: required CUSTOM_B@_X at numa1, gpu1 has it',
    ]);
    assert.deepEqual(nearest(world, 'resources=VCPU:1&root_required=CUSTOM_B'), [
      'cn1: root-required CUSTOM_B, gpu1 has it',
    ]);
  });

  test('of which the root has what is asked of somebody else are counted', () => {
    const world = given(`
      cn1      CUSTOM_A
        numa1  VCPU:8
      cn2
        numa2  VCPU:8
      cn3      CUSTOM_A
        numa3  VCPU:8`);
    const { excluded } = explained(world, 'resources_X=VCPU:1&required_X=CUSTOM_A');
    assert.deepEqual(
      excluded.map(({ trees, treesWithItOnRoot }) => [trees, treesWithItOnRoot]),
      [[3, 2]],
    );
  });

  test('are no more than asked for', () => {
    const world = given('cn1 VCPU:1\ncn2 VCPU:1\ncn3 VCPU:1');
    assert.equal(explained(world, 'resources=VCPU:2', { nearestMax: 2 }).nearest.length, 2);
    assert.deepEqual(explained(world, 'resources=VCPU:2', { nearestMax: 0 }).nearest, []);
  });
});

describe('a relaxation', () => {
  const relaxations = (world: World, query: string) => shownRelaxations(explained(world, query));

  test('is not needed where there is a candidate', () => {
    assert.deepEqual(relaxations(given('cn1 VCPU:1\ncn2'), 'resources=VCPU:1'), []);
  });

  test('lowers an amount to the largest that some tree has', () => {
    const world = given('cn1 VCPU:8(used=4)\ncn2 VCPU:8(used=2)\ncn3 VCPU:8(used=2)');
    assert.deepEqual(relaxations(world, 'resources=VCPU:8'), ['VCPU 8→6: 2']);
  });

  test('lowers an amount to one that is handed out', () => {
    assert.deepEqual(relaxations(given('cn1 VCPU:8(used=1,step=3)'), 'resources=VCPU:8'), ['VCPU 8→6: 1']);
    assert.deepEqual(relaxations(given('cn1 VCPU:8(max=4)'), 'resources=VCPU:8'), ['VCPU 8→4: 1']);
  });

  test('raises an amount that is too small or between two steps, or lowers it', () => {
    assert.deepEqual(relaxations(given('cn1 VCPU:8(min=4)'), 'resources=VCPU:3'), ['VCPU 3→4: 1']);
    assert.deepEqual(relaxations(given('cn1 VCPU:8(step=4)'), 'resources=VCPU:5'), [
      'VCPU 5→4: 1',
      'VCPU 5→8: 1',
    ]);
  });

  test('does without a class that nobody has any of', () => {
    const world = given('cn1 VCPU:8\ncn2 VGPU:1(used=1)');
    assert.deepEqual(relaxations(world, 'resources=VCPU:8,VGPU:1'), ['-VGPU: 1']);
  });

  for (const [query, change] of [
    ['resources=VCPU:1&required=CUSTOM_B', '-CUSTOM_B'],
    ['resources=VCPU:1&required=in:CUSTOM_B,CUSTOM_C', '-CUSTOM_B|CUSTOM_C'],
    ['resources=VCPU:1&required=!CUSTOM_A', '-!CUSTOM_A'],
    ['resources=VCPU:1&member_of=B', '-member_of B'],
    ['resources=VCPU:1&member_of=in:B,C', '-member_of B|C'],
    ['resources=VCPU:1&member_of=!A', '-member_of !A'],
    ['resources=VCPU:1&in_tree=nobody', '-in_tree'],
    ['resources=VCPU:1&root_required=CUSTOM_B', '-root CUSTOM_B'],
    ['resources=VCPU:1&root_required=!CUSTOM_A', '-root !CUSTOM_A'],
    ['resources_X=VCPU:1&required_X=CUSTOM_B', '-CUSTOM_B@_X'],
    ['resources_X=VCPU:1&required_X=!CUSTOM_A', '-!CUSTOM_A@_X'],
    ['resources_X=VCPU:1&member_of_X=B', '-member_of B@_X'],
    ['resources_X=VCPU:1&member_of_X=!A', '-member_of !A@_X'],
    ['resources_X=VCPU:1&in_tree_X=nobody', '-in_tree@_X'],
  ] as const) {
    test(`drops a condition: ${change}`, () => {
      const world = given('traits: CUSTOM_B CUSTOM_C\ncn1 VCPU:1 CUSTOM_A agg:A');
      assert.deepEqual(relaxations(world, query), [`${change}: 1`]);
    });
  }

  test('drops what either the provider or its root is not in, one of which must be in all (C8)', () => {
    const world = given(`
      cn1   agg:B
        n1  VCPU:1  agg:A`);
    assert.deepEqual(relaxations(world, 'resources=VCPU:1&member_of=A&member_of=B'), [
      '-member_of A: 1',
      '-member_of B: 1',
    ]);
  });

  test('asks a trait of the root that has it, instead of doing without it', () => {
    const world = given(`
      traits: CUSTOM_B
      cn1      CUSTOM_A
        numa1  VCPU:8`);
    const asked = ['CUSTOM_A@→@root: 1'];
    assert.deepEqual(relaxations(world, 'resources=VCPU:1&required=CUSTOM_A'), asked);
    assert.deepEqual(relaxations(world, 'resources_X=VCPU:1&required_X=CUSTOM_A'), ['CUSTOM_A@_X→@root: 1']);
    // A client that cannot ask it of the root has to do without.
    const old = explained(world, 'resources=VCPU:1&required=CUSTOM_A', { mayAskRoot: false });
    assert.deepEqual(shownRelaxations(old), ['-CUSTOM_A: 1']);
    // And of a list the root cannot be asked.
    assert.deepEqual(relaxations(world, 'resources=VCPU:1&required=in:CUSTOM_A,CUSTOM_B'), [
      '-CUSTOM_A|CUSTOM_B: 1',
    ]);
  });

  test('asks a trait or a membership of the group that it belongs to', () => {
    const world = given(`
      cn1      VCPU:8  CUSTOM_A  agg:A
        gpu1   VGPU:1  CUSTOM_B`);
    const groups = 'resources=VCPU:1&resources_G=VGPU:1';
    assert.deepEqual(relaxations(world, `${groups}&member_of_G=A`), ['member_of A@_G→@: 1']);
    assert.deepEqual(relaxations(world, `${groups}&required=CUSTOM_B`), ['CUSTOM_B@→@_G: 1']);
    assert.deepEqual(relaxations(world, `${groups}&root_required=CUSTOM_B`), ['CUSTOM_B@root→@_G: 1']);
    // Both have their places exchanged.
    assert.deepEqual(relaxations(world, `${groups}&required_G=CUSTOM_A&required=CUSTOM_B`), [
      'CUSTOM_B@→@_G, CUSTOM_A@_G→@root: 1',
    ]);
  });

  test('asks of another group only where that works, and comes before what does without', () => {
    const world = given(`
      cn1      CUSTOM_A
        numa1  VCPU:4
      cn2      VCPU:1  CUSTOM_A`);
    assert.deepEqual(relaxations(world, 'resources=VCPU:4&required=CUSTOM_A'), [
      'CUSTOM_A@→@root: 1',
      'VCPU 4→1: 1',
    ]);
  });

  test('drops the trait that is missing at one tree, or the one that is missing at another', () => {
    const world = given(`
      cn1  VCPU:1  CUSTOM_A
      cn2  VCPU:1  CUSTOM_B`);
    assert.deepEqual(relaxations(world, 'resources=VCPU:1&required=CUSTOM_A,CUSTOM_B'), [
      '-CUSTOM_A: 1',
      '-CUSTOM_B: 1',
    ]);
  });

  test('drops isolation, or one of the groups', () => {
    const world = given('cn1 VCPU:1 DISK_GB:1');
    assert.deepEqual(relaxations(world, 'resources_X=VCPU:1&resources_Y=DISK_GB:1&group_policy=isolate'), [
      '-isolate: 1',
      '-group _X: 1',
      '-group _Y: 1',
    ]);
  });

  test('drops a subtree', () => {
    const world = given(`
      cn1
        a  VCPU:1
        b  DISK_GB:1`);
    assert.deepEqual(
      relaxations(world, 'resources_X=VCPU:1&resources_Y=DISK_GB:1&same_subtree=_X,_Y')[0],
      '-same_subtree _X,_Y: 1',
    );
  });

  test('drops a group with all that it asks for', () => {
    const world = given('traits: CUSTOM_A\ncn1 VCPU:1');
    const query = 'resources=VCPU:1&resources_G=VGPU:1&required_G=CUSTOM_A';
    const { relaxations: found } = explained(world, query);
    assert.deepEqual(found, [
      { changes: [{ kind: 'drop-group', suffix: '_G' }], size: 2, candidates: 1, isAtLeast: false },
    ]);
  });

  test('does not drop the last group that asks for something', () => {
    assert.deepEqual(relaxations(given('cn1 DISK_GB:1'), 'resources=VCPU:1'), []);
    const world = given('traits: CUSTOM_A\ncn1 DISK_GB:1 CUSTOM_A');
    assert.deepEqual(relaxations(world, 'resources_X=VCPU:1&required_Y=CUSTOM_A&same_subtree=_X,_Y'), []);
  });

  test('leaves no group without resources that is not tied to another (1.36)', () => {
    const world = given(`
      traits: CUSTOM_A
      cn1  DISK_GB:1
        n1  VCPU:1`);
    const query = 'resources_X=DISK_GB:1&resources_Z=VCPU:1&required_Y=CUSTOM_A&same_subtree=_X,_Y';
    // Without same_subtree the group _Y would be alone, and without its trait there would be nothing left of it.
    assert.deepEqual(relaxations(world, query), ['-group _Y: 1']);
  });

  test('may take several changes, and those that change the least come first', () => {
    const world = given(`
      traits: CUSTOM_A
      cn1  VCPU:8(used=1)  DISK_GB:8(used=4)  CUSTOM_A
      cn2  VCPU:8(used=4)  DISK_GB:8
      cn3  VCPU:2          DISK_GB:8(used=1)  CUSTOM_A`);
    assert.deepEqual(relaxations(world, 'resources=VCPU:8,DISK_GB:8&required=CUSTOM_A'), [
      'VCPU 8→7, DISK_GB 8→4: 1',
      'VCPU 8→4, -CUSTOM_A: 1',
    ]);
  });

  test('takes the amounts of the tree that comes closest in all of them', () => {
    const world = given(`
      cn1  VCPU:5  DISK_GB:6
      cn2  VCPU:6  DISK_GB:2
      cn3  VCPU:2  DISK_GB:6`);
    assert.deepEqual(relaxations(world, 'resources=VCPU:7,DISK_GB:7'), ['VCPU 7→5, DISK_GB 7→6: 1']);
  });

  test('of several groups that share a provider leaves each as much as can be', () => {
    const world = given('cn1 VCPU:8');
    // To lower one is not enough, and 8 are shared.
    assert.deepEqual(relaxations(world, 'resources_X=VCPU:12&resources_Y=VCPU:10'), [
      'VCPU 12→4@_X, VCPU 10→4@_Y: 1',
    ]);
  });

  test('is told with how many candidates it gives, up to a number', () => {
    const world = given('cn1 VCPU:1\ncn2 VCPU:1\ncn3 VCPU:1');
    const [two] = shownRelaxations(explained(world, 'resources=VCPU:2', { candidatesMax: 2 }));
    const [three] = shownRelaxations(explained(world, 'resources=VCPU:2', { candidatesMax: 3 }));
    assert.deepEqual([two, three], ['VCPU 2→1: 2+', 'VCPU 2→1: 3']);
  });

  test('asks only once for what was asked twice', () => {
    const world = given('traits: CUSTOM_A\ncn1 VCPU:1');
    assert.deepEqual(relaxations(world, 'resources=VCPU:1&required=CUSTOM_A,CUSTOM_A'), ['-CUSTOM_A: 1']);
    assert.deepEqual(relaxations(world, 'resources_X=VCPU:1&member_of_X=in:A,B&member_of_X=in:B,A'), [
      '-member_of A|B@_X: 1',
    ]);
  });
});

describe('bounds', () => {
  const world = given(Array.from({ length: 600 }, (_, index) => `cn${index} VCPU:1`).join('\n'));

  /** True from the so-manieth time on that it is asked. */
  const overdueAfter = (times: number) => {
    let asked = 0;
    return () => ++asked > times;
  };

  test('when time is up at once, nothing is said', () => {
    const explanation = explained(world, 'resources=VCPU:2', { isOverdue: () => true });
    assert.deepEqual(explanation.reached, ['time']);
    assert.deepEqual([explanation.treeCount, explanation.lookedAtCount], [600, 0]);
    assert.deepEqual([explanation.nearest, explanation.relaxations, explanation.excluded], [[], [], []]);
  });

  test('when time is up in between, the numbers are about the trees that were looked at', () => {
    const explanation = explained(world, 'resources=VCPU:2', { isOverdue: overdueAfter(1) });
    assert.deepEqual(explanation.reached, ['time']);
    assert.equal(explanation.lookedAtCount, 256);
    assert.deepEqual(
      explanation.excluded.map(({ trees }) => trees),
      [256],
    );
    assert.deepEqual(explanation.relaxations, []);
  });

  test('wherever time is up, what is said is true', () => {
    const inTime = shownRelaxations(explained(world, 'resources=VCPU:2'));
    assert.deepEqual(inTime, ['VCPU 2→1: 600']);
    let isEverCut = false;
    for (let times = 3; times < 12; times++) {
      const { relaxations, reached } = explained(world, 'resources=VCPU:2', {
        isOverdue: overdueAfter(times),
      });
      for (const { changes, candidates, isAtLeast } of relaxations) {
        assert.equal(changes.length, 1);
        assert.ok(candidates > 0 && (isAtLeast || candidates === 600));
      }
      if (relaxations.length === 0) {
        assert.deepEqual(reached, ['time']);
        isEverCut = true;
      }
    }
    assert.ok(isEverCut);
  });

  test('when there are more relaxations than are told, it says so', () => {
    const gpus = given('cn1\n  a VGPU:1\n  b VGPU:1');
    const query = 'resources_X=VGPU:1&resources_Y=VGPU:1&resources_Z=VGPU:1';
    const { relaxations, reached } = explained(gpus, query, { relaxationsMax: 2 });
    assert.equal(relaxations.length, 2);
    assert.deepEqual(reached, ['relaxations']);
  });

  test('a tree that could be tried for ever is given up, and counted apart', () => {
    // All groups take one less than all devices have, no two devices are alike, and few groups are.
    const devices = Array.from({ length: 10 }, (_, index) => 301 + index * 4);
    const groups = Array.from({ length: 30 }, (_, index) => 60 + ((index * 7) % 83));
    const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount);
    for (let index = 0; sum(groups) < sum(devices) - 1; index++)
      groups[index % 30] = (groups[index % 30] ?? 0) + 1;
    const hard = given(['cn1', ...devices.map((total, index) => `  d${index} VGPU:${total}`)].join('\n'));
    const query = groups.map((amount, index) => `resources_G${index}=VGPU:${amount}`).join('&');
    const explanation = explained(hard, query);
    assert.deepEqual([explanation.candidateTreeCount, explanation.undecidedCount], [0, 1]);
    assert.deepEqual(
      [explanation.excluded, explanation.relaxations, explanation.reached],
      [[], [], ['work']],
    );
  });
});

test('a tree that only shares is not among those that could host something, unless it does', () => {
  const world = given(`
    cn1  VCPU:1  agg:A
    cn2  VCPU:1
    ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A
    ss2  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:B`);
  const none = explained(world, 'resources=VCPU:2,DISK_GB:1');
  assert.deepEqual([none.treeCount, none.sharingTreeCount, none.lookedAtCount], [2, 2, 2]);
  assert.deepEqual(
    none.nearest.map(({ root }) => root.name),
    ['cn1', 'cn2'],
  );
  assert.equal(none.funnel.groups[0]?.steps[0]?.trees, 2);
  const some = explained(world, 'resources=DISK_GB:1');
  assert.deepEqual([some.treeCount, some.sharingTreeCount, some.candidateTreeCount], [4, 0, 3]);
});

describe('in steps', () => {
  const request = parseQuery('resources=VCPU:2');
  const bounds = {
    isOverdue: () => false,
    nearestMax: 1,
    relaxationsMax: 1,
    candidatesMax: 10,
    mayAskRoot: true,
  };

  /** Goes on to the end, and says after which steps the world was changed. */
  const drive = (steps: Steps<Explanation>, change: (step: number) => boolean) => {
    let step = steps.next(false);
    for (let count = 0; !step.done; count++) step = steps.next(change(count));
    return step.value;
  };

  test('it says the same as at once', () => {
    const world = given('cn1 VCPU:1\ncn2');
    assert.deepEqual(
      drive(explaining(world, request, bounds), () => false),
      explain(world, request, bounds),
    );
  });

  test('a world that changes all the time is explained all the same', () => {
    const world = given('cn1 VCPU:1\ncn2');
    const { relaxations, reached } = drive(explaining(world, request, bounds), () => true);
    assert.deepEqual([relaxations.length, reached], [1, []]);
  });

  test('what was found in a world that is no more is not told', () => {
    const world = given('cn1 VCPU:1');
    const inventories = inventoryFacts(named(given('cn1 VCPU:8'), 'cn1'));
    let isChanged = false;
    const { relaxations, reached, candidateTreeCount } = drive(explaining(world, request, bounds), (step) => {
      if (step !== 3) return false;
      apply(world, { kind: 'inventories-set', id: id('cn1'), inventories });
      isChanged = true;
      return true;
    });
    assert.ok(isChanged);
    assert.deepEqual([candidateTreeCount, relaxations, reached], [0, [], ['changes']]);
  });

  test('a tree is no longer the one that was named when who named it has gone', () => {
    const world = given('cn1 DISK_GB:8\n  nic\ncn2');
    const named = parseQuery('resources_X=DISK_GB:1&member_of_Y=D&in_tree_Y=nic&same_subtree=_X,_Y');
    const { relaxations } = drive(explaining(world, named, { ...bounds, relaxationsMax: 4 }), (step) => {
      if (step > 0) return false;
      apply(world, { kind: 'provider-removed', id: id('nic') });
      return true;
    });
    assert.ok(relaxations.length > 0);
    for (const { changes } of relaxations) {
      const kinds = changes.map(({ kind }) => kind);
      assert.ok(kinds.includes('drop-group') || kinds.includes('drop-in-tree'), kinds.join());
    }
  });
});

test('names that nobody knows are refused (C16)', () => {
  const world = given('cn1 VCPU:1');
  for (const query of ['resources=CUSTOM_NONE:1', 'resources=VCPU:1&required=CUSTOM_NONE']) {
    assert.throws(() => explained(world, query), Refusal);
  }
});

test('an empty world has nothing to explain', () => {
  const explanation = explained(given(''), 'resources=VCPU:1');
  assert.deepEqual([explanation.treeCount, explanation.relaxations, explanation.reached], [0, [], []]);
});
