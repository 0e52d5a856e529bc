import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../refusals.ts';
import { candidates, shownInOrder } from '../testing/candidates.ts';
import { given } from '../testing/given.ts';
import { parseQuery } from '../testing/parse-query.ts';
import type { World } from '../world.ts';
import { Search } from './search.ts';

describe('C1 anchor', () => {
  test('a candidate does not take from two trees that do not share', () => {
    const world = given(`
      cn1  VCPU:8
      cn2  DISK_GB:100`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1'), []);
  });

  test('a candidate belongs to the root of the tree it takes from, however deep', () => {
    const world = given(`
      cn1
        numa0
          core0  VCPU:1`);
    assert.deepEqual(shownInOrder(world, 'resources=VCPU:1'), [{ anchor: 'cn1', text: 'core0:VCPU=1' }]);
  });

  test('what is taken from a sharer for a tree belongs to that tree', () => {
    const world = given(`
      cn1  VCPU:8  agg:A
      ss1  DISK_GB:100  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(shownInOrder(world, 'resources=VCPU:1,DISK_GB:1'), [
      { anchor: 'cn1', text: 'cn1:VCPU=1 ss1:DISK_GB=1' },
    ]);
  });
});

describe('C1 anchor, where most trees are of no use', () => {
  const others = Array.from({ length: 20 }, (_, index) => `    cn${index}  VCPU:4`).join('\n');
  const world = given(`
    host1    CUSTOM_GOLD  agg:A
      numa1  VCPU:4  FPGA:1
    host2    agg:B
      numa2  VCPU:4  CUSTOM_SILVER
    pool
      ss1    DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:B
${others}`);

  test('trees are found by a class', () => {
    assert.deepEqual(candidates(world, 'resources=VCPU:1,FPGA:1'), ['numa1:FPGA=1,VCPU=1']);
  });

  test('trees are found by any aggregate of a list', () => {
    assert.deepEqual(candidates(world, 'resources=VCPU:1&member_of=in:A,B'), [
      'numa1:VCPU=1',
      'numa2:VCPU=1',
    ]);
    assert.deepEqual(candidates(world, 'resources=VCPU:1&member_of=in:nowhere,B'), ['numa2:VCPU=1']);
  });

  test('trees are found by any trait of a list', () => {
    const query = 'resources_N=VCPU:1&required_M=in:CUSTOM_GOLD,CUSTOM_SILVER&same_subtree=_M,_N';
    assert.deepEqual(candidates(world, query), [
      'numa1:VCPU=1 | _M=host1 _N=numa1',
      'numa2:VCPU=1 | _M=numa2 _N=numa2',
    ]);
  });

  test('trees are found by a sharer that shares with them', () => {
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1'), ['numa2:VCPU=1 ss1:DISK_GB=1']);
    assert.deepEqual(candidates(world, 'resources=VCPU:1&resources1=DISK_GB:1&in_tree1=pool'), [
      "numa2:VCPU=1 ss1:DISK_GB=1 | ''=numa2 1=ss1",
    ]);
  });
});

describe('C2 room', () => {
  const serves = (inventory: string, amount: number) =>
    candidates(given(`cn1 VCPU:${inventory}`), `resources=VCPU:${amount}`).length === 1;

  test('a provider without the class has no room for it', () => {
    assert.deepEqual(candidates(given('cn1 DISK_GB:10'), 'resources=VCPU:1'), []);
  });

  test('all that is there can be taken, and not one more', () => {
    assert.equal(serves('8', 8), true);
    assert.equal(serves('8', 9), false);
  });

  test('what is used is gone', () => {
    assert.equal(serves('8(used=3)', 5), true);
    assert.equal(serves('8(used=3)', 6), false);
  });

  test('what is reserved is not handed out, not even multiplied', () => {
    assert.equal(serves('8(reserved=2)', 6), true);
    assert.equal(serves('8(reserved=2)', 7), false);
    assert.equal(serves('8(reserved=2,ratio=2)', 12), true);
    assert.equal(serves('8(reserved=2,ratio=2)', 13), false);
  });

  test('a ratio below 1 takes capacity away', () => {
    assert.equal(serves('8(ratio=0.5)', 4), true);
    assert.equal(serves('8(ratio=0.5)', 5), false);
  });

  test('an inventory that shrank below its usage has no room', () => {
    assert.equal(serves('2(used=5)', 1), false);
  });

  test('an amount must be at least min_unit', () => {
    assert.equal(serves('8(min=4)', 3), false);
    assert.equal(serves('8(min=4)', 4), true);
  });

  test('an amount must be at most max_unit', () => {
    assert.equal(serves('8(max=4)', 4), true);
    assert.equal(serves('8(max=4)', 5), false);
  });

  test('an amount must be a multiple of step_size', () => {
    assert.equal(serves('8(step=3)', 3), true);
    assert.equal(serves('8(step=3)', 4), false);
    assert.equal(serves('8(step=3)', 6), true);
  });
});

describe('C3 required traits', () => {
  const host = `
    traits: CUSTOM_GOLD CUSTOM_SILVER CUSTOM_BRONZE
    cn1      MEMORY_MB:512  CUSTOM_GOLD
      numa0  VCPU:4
      numa1  VCPU:4  CUSTOM_SILVER`;

  test('the provider of a granular group has all of them itself', () => {
    const world = given(host);
    assert.deepEqual(candidates(world, 'resources1=VCPU:1&required1=CUSTOM_SILVER'), [
      'numa1:VCPU=1 | 1=numa1',
    ]);
    assert.deepEqual(candidates(world, 'resources1=VCPU:1&required1=CUSTOM_GOLD'), []);
    assert.deepEqual(candidates(world, 'resources1=VCPU:1&required1=CUSTOM_SILVER,CUSTOM_GOLD'), []);
  });

  test('of a list of alternatives one is enough', () => {
    assert.deepEqual(candidates(given(host), 'resources1=VCPU:1&required1=in:CUSTOM_GOLD,CUSTOM_SILVER'), [
      'numa1:VCPU=1 | 1=numa1',
    ]);
  });

  test('each list of alternatives has to be met', () => {
    const query = 'resources1=VCPU:1&required1=in:CUSTOM_GOLD,CUSTOM_SILVER&required1=in:CUSTOM_BRONZE';
    assert.deepEqual(candidates(given(host), query), []);
  });

  test('the providers of the spread group have them together', () => {
    const query = 'resources=VCPU:1,MEMORY_MB:1&required=CUSTOM_GOLD,CUSTOM_SILVER';
    assert.deepEqual(candidates(given(host), query), ['cn1:MEMORY_MB=1 numa1:VCPU=1']);
  });

  test('a trait of a provider that nothing is taken from does not count', () => {
    assert.deepEqual(candidates(given(host), 'resources=VCPU:1&required=CUSTOM_GOLD'), []);
  });

  test("a trait of another group's provider does not count", () => {
    const query = 'resources=VCPU:1&required=CUSTOM_GOLD&resources1=MEMORY_MB:1';
    assert.deepEqual(candidates(given(host), query), []);
  });

  test('a sharer that something is taken from counts', () => {
    const world = given(`
      cn1  VCPU:4  agg:A
      ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE CUSTOM_SSD  agg:A
      ss2  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1&required=CUSTOM_SSD'), [
      'cn1:VCPU=1 ss1:DISK_GB=1',
    ]);
  });
});

describe('C4 forbidden traits', () => {
  const host = `
    cn1      MEMORY_MB:512  CUSTOM_GOLD
      numa0  VCPU:4
      numa1  VCPU:4  CUSTOM_GOLD`;

  test('rule out the provider of a granular group', () => {
    assert.deepEqual(candidates(given(host), 'resources1=VCPU:1&required1=!CUSTOM_GOLD'), [
      'numa0:VCPU=1 | 1=numa0',
    ]);
  });

  test('rule out each provider of the spread group, and not those below it', () => {
    assert.deepEqual(candidates(given(host), 'resources=VCPU:1&required=!CUSTOM_GOLD'), ['numa0:VCPU=1']);
    assert.deepEqual(candidates(given(host), 'resources=VCPU:1,MEMORY_MB:1&required=!CUSTOM_GOLD'), []);
  });

  test('do not concern the other groups', () => {
    assert.deepEqual(
      candidates(given(host), 'resources=MEMORY_MB:1&resources1=VCPU:1&required1=!CUSTOM_GOLD'),
      ["cn1:MEMORY_MB=1 numa0:VCPU=1 | ''=cn1 1=numa0"],
    );
  });
});

describe('C5 aggregates', () => {
  const hosts = `
    cn1  VCPU:4  agg:A
    cn2  VCPU:4  agg:A,B
    cn3  VCPU:4  agg:C
    cn4  VCPU:4`;
  const servers = (query: string) =>
    candidates(given(hosts), `resources1=VCPU:1&${query}`).map((text) => text.split(':')[0]);

  test('one of the named aggregates is enough', () => {
    assert.deepEqual(servers('member_of1=A'), ['cn1', 'cn2']);
    assert.deepEqual(servers('member_of1=in:B,C'), ['cn2', 'cn3']);
  });

  test('every member_of has to be met by the same provider', () => {
    assert.deepEqual(servers('member_of1=A&member_of1=in:B,C'), ['cn2']);
    assert.deepEqual(servers('member_of1=A&member_of1=C'), []);
  });

  test('none of the forbidden ones may contain it', () => {
    assert.deepEqual(servers('member_of1=!A'), ['cn3', 'cn4']);
    assert.deepEqual(servers('member_of1=!in:B,C'), ['cn1', 'cn4']);
    assert.deepEqual(servers('member_of1=A&member_of1=!B'), ['cn1']);
  });

  test('one provider of the spread group cannot meet one member_of and its root the other', () => {
    const world = given(`
      cn1      agg:A
        numa0  VCPU:4  agg:B
        numa1  VCPU:4  agg:A,B`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1&member_of=A&member_of=B'), ['numa1:VCPU=1']);
  });
});

describe('C6 sharing', () => {
  test('a sharer shares with a tree through an aggregate of any of its providers', () => {
    const world = given(`
      cn1      VCPU:4
        numa0
          nic  agg:A
      ss1      DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1'), ['cn1:VCPU=1 ss1:DISK_GB=1']);
  });

  test('without the trait nothing is shared', () => {
    const world = given(`
      cn1  VCPU:4  agg:A
      ss1  DISK_GB:10  agg:A`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1'), []);
  });

  test('without a common aggregate nothing is shared', () => {
    const world = given(`
      cn1  VCPU:4  agg:A
      ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:B`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1'), []);
  });

  test('the aggregate of a parent or child of the sharer is not its own', () => {
    const world = given(`
      cn1      VCPU:4  agg:A
      pool     agg:A
        ss1    DISK_GB:10  MISC_SHARES_VIA_AGGREGATE
          ss2  agg:A`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1'), []);
  });

  test('a sharer deep in another tree shares, and the rest of its tree does not', () => {
    const world = given(`
      cn1    VCPU:4  agg:A
      pool   DISK_GB:10
        ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1'), ['cn1:VCPU=1 ss1:DISK_GB=1']);
  });

  test('in its own tree a sharer needs no aggregate', () => {
    const world = given(`
      cn1    VCPU:4
        ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1'), ['cn1:VCPU=1 ss1:DISK_GB=1']);
  });

  test('what shares with a sharer does not share with those it shares with', () => {
    const world = given(`
      cn1  VCPU:4  agg:A
      ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A,B
      ip1  IPV4_ADDRESS:10  MISC_SHARES_VIA_AGGREGATE  agg:B`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,IPV4_ADDRESS:1'), []);
    assert.deepEqual(candidates(world, 'resources=DISK_GB:1,IPV4_ADDRESS:1'), [
      'ip1:IPV4_ADDRESS=1 ss1:DISK_GB=1',
    ]);
  });
});

describe('C7 granular groups', () => {
  const host = `
    cn1      VCPU:2  MEMORY_MB:512
      numa0  VCPU:4  HW_NUMA_ROOT
      numa1  VCPU:4  MEMORY_MB:512  HW_NUMA_ROOT`;

  test('one provider serves all classes of the group', () => {
    assert.deepEqual(candidates(given(host), 'resources1=VCPU:1,MEMORY_MB:1'), [
      'cn1:MEMORY_MB=1,VCPU=1 | 1=cn1',
      'numa1:MEMORY_MB=1,VCPU=1 | 1=numa1',
    ]);
    assert.deepEqual(candidates(given(host), 'resources1=VCPU:3,MEMORY_MB:1'), [
      'numa1:MEMORY_MB=1,VCPU=3 | 1=numa1',
    ]);
  });

  test('the membership of the root is not that of the provider', () => {
    const world = given(`
      cn1      agg:A
        numa0  VCPU:4
        numa1  VCPU:4  agg:A`);
    assert.deepEqual(candidates(world, 'resources1=VCPU:1&member_of1=A'), ['numa1:VCPU=1 | 1=numa1']);
  });

  test('with in_tree the provider is in the tree of the named one', () => {
    const world = given(`
      cn1      VCPU:4
        numa0  VCPU:4
      cn2      VCPU:4`);
    assert.deepEqual(candidates(world, 'resources1=VCPU:1&in_tree1=numa0'), [
      'cn1:VCPU=1 | 1=cn1',
      'numa0:VCPU=1 | 1=numa0',
    ]);
  });

  test('with in_tree a sharer of the named tree still serves other anchors', () => {
    const world = given(`
      cn1  VCPU:4  agg:A
      ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A
      ss2  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1&resources1=DISK_GB:1&in_tree1=ss1'), [
      "cn1:VCPU=1 ss1:DISK_GB=1 | ''=cn1 1=ss1",
    ]);
  });

  test('a group without resources is served by any provider that meets the rest', () => {
    const query = 'resources_A=MEMORY_MB:1&required_B=HW_NUMA_ROOT&same_subtree=_A,_B';
    assert.deepEqual(candidates(given(host), query), [
      'cn1:MEMORY_MB=1 | _A=cn1 _B=numa0',
      'cn1:MEMORY_MB=1 | _A=cn1 _B=numa1',
      'numa1:MEMORY_MB=1 | _A=numa1 _B=numa1',
    ]);
  });
});

describe('C8 the spread group', () => {
  test('each class may come from another provider of the tree or a sharer', () => {
    const world = given(`
      cn1      MEMORY_MB:512  agg:A
        numa0  VCPU:4
        numa1  VCPU:4
      ss1      DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,MEMORY_MB:1,DISK_GB:1'), [
      'cn1:MEMORY_MB=1 numa0:VCPU=1 ss1:DISK_GB=1',
      'cn1:MEMORY_MB=1 numa1:VCPU=1 ss1:DISK_GB=1',
    ]);
  });

  test('one class is not split over two providers', () => {
    const world = given(`
      cn1
        numa0  VCPU:4
        numa1  VCPU:4`);
    assert.deepEqual(candidates(world, 'resources=VCPU:5'), []);
  });

  test('the root is a member for its whole tree', () => {
    const world = given(`
      cn1      agg:A
        numa0  VCPU:4
        numa1  VCPU:4  agg:B`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1&member_of=A'), ['numa0:VCPU=1', 'numa1:VCPU=1']);
    assert.deepEqual(candidates(world, 'resources=VCPU:1&member_of=B'), ['numa1:VCPU=1']);
  });

  test('a parent that is not the root is a member for itself alone', () => {
    const world = given(`
      cn1
        numa0    VCPU:4  agg:A
          core0  VCPU:4`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1&member_of=A'), ['numa0:VCPU=1']);
  });

  test('a sharer must be a member itself, whatever the root is', () => {
    const world = given(`
      cn1  VCPU:4  agg:A,B
      ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A
      ss2  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:B`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1&member_of=B'), [
      'cn1:VCPU=1 ss2:DISK_GB=1',
    ]);
  });

  test('a sharer is a provider like the others in its own tree, where the root is a member for it', () => {
    const world = given(`
      cn1    VCPU:4  agg:A
        ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1&member_of=A'), [
      'cn1:VCPU=1 ss1:DISK_GB=1',
    ]);
  });

  test('a forbidden aggregate on the root excludes the whole tree', () => {
    const world = given(`
      cn1      VCPU:8  agg:A
        numa0  VCPU:4`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1&member_of=!A'), []);
  });

  test('a forbidden aggregate of the anchor rules out the sharers for it', () => {
    const world = given(`
      cn1  VCPU:4  agg:A,B
      cn2  VCPU:4  agg:B
      ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:B`);
    assert.deepEqual(candidates(world, 'resources=DISK_GB:1&member_of=!A&resources1=VCPU:1'), [
      "cn2:VCPU=1 ss1:DISK_GB=1 | ''=ss1 1=cn2",
    ]);
  });

  test("a forbidden aggregate of the sharer's root does not rule out the sharer for another anchor", () => {
    const world = given(`
      cn1    VCPU:4  agg:B
      pool   agg:A
        ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:B`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1&member_of=!A'), [
      'cn1:VCPU=1 ss1:DISK_GB=1',
    ]);
  });

  test('with in_tree there are no sharers', () => {
    const world = given(`
      cn1      VCPU:4  DISK_GB:10  agg:A
        numa0  VCPU:4
      ss1      DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1&in_tree=numa0'), [
      'cn1:DISK_GB=1 numa0:VCPU=1',
      'cn1:DISK_GB=1,VCPU=1',
    ]);
  });

  test('with in_tree the anchor is the root of that tree, even if what it names is a sharer', () => {
    const world = given(`
      cn1  VCPU:4  agg:A
      ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(shownInOrder(world, 'resources=DISK_GB:1&in_tree=ss1'), [
      { anchor: 'ss1', text: 'ss1:DISK_GB=1' },
    ]);
    assert.deepEqual(candidates(world, 'resources=DISK_GB:1&in_tree=ss1&resources1=VCPU:1'), []);
  });
});

describe('C9 sums', () => {
  const query = (spread: number, granular: number) => `resources=VCPU:${spread}&resources1=VCPU:${granular}`;

  test('what several groups take from one provider must fit together', () => {
    const world = given('cn1 VCPU:4(used=1)');
    assert.deepEqual(candidates(world, query(1, 2)), ["cn1:VCPU=3 | ''=cn1 1=cn1"]);
    assert.deepEqual(candidates(world, query(2, 2)), []);
  });

  test('what three groups take from one provider must fit together', () => {
    const three = 'resources=VCPU:1&resources1=VCPU:1&resources2=VCPU:1';
    assert.deepEqual(candidates(given('cn1 VCPU:3'), three), ["cn1:VCPU=3 | ''=cn1 1=cn1 2=cn1"]);
    assert.deepEqual(candidates(given('cn1 VCPU:2'), three), []);
  });

  test('the sum is held against the whole part of the capacity', () => {
    const world = given('cn1 VCPU:3(ratio=1.5)');
    assert.deepEqual(candidates(world, query(2, 2)), ["cn1:VCPU=4 | ''=cn1 1=cn1"]);
    assert.deepEqual(candidates(world, query(2, 3)), []);
  });

  test('max_unit holds for the sum', () => {
    const world = given('cn1 VCPU:8(max=3)');
    assert.deepEqual(candidates(world, query(1, 2)), ["cn1:VCPU=3 | ''=cn1 1=cn1"]);
    assert.deepEqual(candidates(world, query(2, 2)), []);
  });

  test('min_unit and step_size hold for each group alone', () => {
    assert.deepEqual(candidates(given('cn1 VCPU:8(min=2)'), query(1, 1)), []);
    assert.deepEqual(candidates(given('cn1 VCPU:8(step=2)'), query(1, 1)), []);
  });

  test('different classes of one provider are not added up', () => {
    const world = given('cn1 VCPU:2 PCPU:2');
    assert.deepEqual(candidates(world, 'resources=VCPU:2&resources1=PCPU:2'), [
      "cn1:PCPU=2,VCPU=2 | ''=cn1 1=cn1",
    ]);
  });
});

describe('C10 isolation', () => {
  const host = `
    cn1
      nic0  SRIOV_NET_VF:8
      nic1  SRIOV_NET_VF:8`;
  const two = 'resources1=SRIOV_NET_VF:1&resources2=SRIOV_NET_VF:1';

  test('without it one provider may serve several groups', () => {
    assert.deepEqual(candidates(given(host), `${two}&group_policy=none`), [
      'nic0:SRIOV_NET_VF=1 nic1:SRIOV_NET_VF=1 | 1=nic0 2=nic1',
      'nic0:SRIOV_NET_VF=1 nic1:SRIOV_NET_VF=1 | 1=nic1 2=nic0',
      'nic0:SRIOV_NET_VF=2 | 1=nic0 2=nic0',
      'nic1:SRIOV_NET_VF=2 | 1=nic1 2=nic1',
    ]);
  });

  test('no two granular groups are served by the same provider', () => {
    assert.deepEqual(candidates(given(host), `${two}&group_policy=isolate`), [
      'nic0:SRIOV_NET_VF=1 nic1:SRIOV_NET_VF=1 | 1=nic0 2=nic1',
      'nic0:SRIOV_NET_VF=1 nic1:SRIOV_NET_VF=1 | 1=nic1 2=nic0',
    ]);
    const three = `${two}&resources3=SRIOV_NET_VF:1&group_policy=isolate`;
    assert.deepEqual(candidates(given(host), three), []);
  });

  test('the spread group may use the provider of a granular one', () => {
    const world = given('cn1 VCPU:8');
    assert.deepEqual(candidates(world, 'resources=VCPU:1&resources1=VCPU:1&group_policy=isolate'), [
      "cn1:VCPU=2 | ''=cn1 1=cn1",
    ]);
  });

  test('groups without resources are isolated like the others', () => {
    const world = given(`
      cn1   CUSTOM_PHYSNET
        a1  VCPU:1  CUSTOM_PHYSNET`);
    const query = 'resources_A=VCPU:1&required_B=CUSTOM_PHYSNET&same_subtree=_A,_B&group_policy=isolate';
    assert.deepEqual(candidates(world, query), ['a1:VCPU=1 | _A=a1 _B=cn1']);
  });
});

describe('C11 same subtree', () => {
  const host = `
    cn1        MEMORY_MB:512
      numa0    VCPU:4
        fpga0  FPGA:1
      numa1    VCPU:4
        fpga1  FPGA:1`;

  test('the providers lie below one of them', () => {
    const query = 'resources_C=VCPU:1&resources_F=FPGA:1&same_subtree=_C,_F';
    assert.deepEqual(candidates(given(host), query), [
      'fpga0:FPGA=1 numa0:VCPU=1 | _C=numa0 _F=fpga0',
      'fpga1:FPGA=1 numa1:VCPU=1 | _C=numa1 _F=fpga1',
    ]);
  });

  test('a common ancestor that serves none of the groups is not enough', () => {
    const query = 'resources_F=FPGA:1&resources_G=FPGA:1&same_subtree=_F,_G';
    assert.deepEqual(candidates(given(host), query), []);
  });

  test('a common ancestor that serves one of the groups is enough', () => {
    const query = 'resources_F=FPGA:1&resources_G=FPGA:1&resources_M=MEMORY_MB:1&same_subtree=_F,_G,_M';
    assert.deepEqual(candidates(given(host), query), [
      'cn1:MEMORY_MB=1 fpga0:FPGA=1 fpga1:FPGA=1 | _F=fpga0 _G=fpga1 _M=cn1',
      'cn1:MEMORY_MB=1 fpga0:FPGA=1 fpga1:FPGA=1 | _F=fpga1 _G=fpga0 _M=cn1',
    ]);
  });

  test('one provider for all of the groups is enough', () => {
    const query = 'resources_C=VCPU:1&resources_D=VCPU:1&same_subtree=_C,_D';
    assert.deepEqual(candidates(given(host), query), [
      'numa0:VCPU=2 | _C=numa0 _D=numa0',
      'numa1:VCPU=2 | _C=numa1 _D=numa1',
    ]);
  });

  test('each same_subtree is about its own groups', () => {
    const query =
      'resources_C=VCPU:1&resources_F=FPGA:1&resources_D=VCPU:1&resources_G=FPGA:1' +
      '&same_subtree=_C,_F&same_subtree=_D,_G&group_policy=isolate';
    assert.deepEqual(candidates(given(host), query), [
      'fpga0:FPGA=1 fpga1:FPGA=1 numa0:VCPU=1 numa1:VCPU=1 | _C=numa0 _D=numa1 _F=fpga0 _G=fpga1',
      'fpga0:FPGA=1 fpga1:FPGA=1 numa0:VCPU=1 numa1:VCPU=1 | _C=numa1 _D=numa0 _F=fpga1 _G=fpga0',
    ]);
  });

  test('a sharer from elsewhere is in no subtree of the anchor', () => {
    const world = given(`
      cn1  VCPU:4  agg:A
      ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(candidates(world, 'resources_C=VCPU:1&resources_D=DISK_GB:1&same_subtree=_C,_D'), []);
  });
});

describe('C12 before 1.29', () => {
  const host = `
    cn1      MEMORY_MB:512  agg:A
      numa0  VCPU:4  MEMORY_MB:256
    ss1      DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`;

  test('a candidate takes from at most one provider of a tree', () => {
    assert.deepEqual(candidates(given(host), 'resources=VCPU:1,MEMORY_MB:1&nested=false'), [
      'numa0:MEMORY_MB=1,VCPU=1',
    ]);
    assert.deepEqual(candidates(given(host), 'resources=VCPU:1,MEMORY_MB:1'), [
      'cn1:MEMORY_MB=1 numa0:VCPU=1',
      'numa0:MEMORY_MB=1,VCPU=1',
    ]);
  });

  test('that provider need not be the root, and sharers may be added', () => {
    assert.deepEqual(candidates(given(host), 'resources=VCPU:1,DISK_GB:1&nested=false'), [
      'numa0:VCPU=1 ss1:DISK_GB=1',
    ]);
  });

  test('two groups are served by one provider of a tree', () => {
    assert.deepEqual(candidates(given(host), 'resources=VCPU:1&resources1=MEMORY_MB:1&nested=false'), [
      "numa0:MEMORY_MB=1,VCPU=1 | ''=numa0 1=numa0",
    ]);
  });

  test('two sharers of one tree are two providers of a tree', () => {
    const world = given(`
      cn1    VCPU:4  agg:A
      pool
        ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A
        ip1  IPV4_ADDRESS:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    const query = 'resources=VCPU:1,DISK_GB:1,IPV4_ADDRESS:1';
    assert.deepEqual(candidates(world, query), ['cn1:VCPU=1 ip1:IPV4_ADDRESS=1 ss1:DISK_GB=1']);
    assert.deepEqual(candidates(world, `${query}&nested=false`), []);
  });
});

describe('C13 root required', () => {
  const hosts = `
    traits: CUSTOM_GOLD CUSTOM_OLD
    cn1      CUSTOM_GOLD
      numa1  VCPU:4
    cn2      CUSTOM_GOLD  CUSTOM_OLD
      numa2  VCPU:4
    cn3
      numa3  VCPU:4  CUSTOM_GOLD`;

  test('the anchor has the required traits, though nothing is taken from it', () => {
    assert.deepEqual(candidates(given(hosts), 'resources=VCPU:1&root_required=CUSTOM_GOLD'), [
      'numa1:VCPU=1',
      'numa2:VCPU=1',
    ]);
  });

  test('the anchor has none of the forbidden ones', () => {
    assert.deepEqual(candidates(given(hosts), 'resources=VCPU:1&root_required=!CUSTOM_OLD'), [
      'numa1:VCPU=1',
      'numa3:VCPU=1',
    ]);
    assert.deepEqual(candidates(given(hosts), 'resources=VCPU:1&root_required=CUSTOM_GOLD,!CUSTOM_OLD'), [
      'numa1:VCPU=1',
    ]);
  });

  test('all of the required ones are needed', () => {
    assert.deepEqual(candidates(given(hosts), 'resources=VCPU:1&root_required=CUSTOM_GOLD,CUSTOM_OLD'), [
      'numa2:VCPU=1',
    ]);
  });

  test("it is about the anchor, not about a sharer's own root", () => {
    const world = given(`
      cn1  VCPU:4  CUSTOM_GOLD  agg:A
      ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(shownInOrder(world, 'resources=DISK_GB:1&root_required=CUSTOM_GOLD'), [
      { anchor: 'cn1', text: 'ss1:DISK_GB=1' },
    ]);
    assert.deepEqual(candidates(world, 'resources=VCPU:1,DISK_GB:1&root_required=!CUSTOM_GOLD'), []);
  });

  test('it holds for a tree that is asked for by name', () => {
    assert.deepEqual(
      candidates(given(hosts), 'resources=VCPU:1&in_tree=numa3&root_required=CUSTOM_GOLD'),
      [],
    );
  });
});

describe('C14 once', () => {
  test('what is taken from sharers alone is one candidate, with however many trees they share', () => {
    const world = given(`
      cn1  agg:A
      cn2  agg:A
      ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A
      ip1  IPV4_ADDRESS:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(candidates(world, 'resources=DISK_GB:1,IPV4_ADDRESS:1'), [
      'ip1:IPV4_ADDRESS=1 ss1:DISK_GB=1',
    ]);
  });

  test('the same for other groups is another candidate', () => {
    const world = given(`
      cn1    agg:A
      pool
        ss1  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A
        ss2  DISK_GB:10  MISC_SHARES_VIA_AGGREGATE  agg:A`);
    assert.deepEqual(candidates(world, 'resources1=DISK_GB:1&resources2=DISK_GB:1&group_policy=isolate'), [
      'ss1:DISK_GB=1 ss2:DISK_GB=1 | 1=ss1 2=ss2',
      'ss1:DISK_GB=1 ss2:DISK_GB=1 | 1=ss2 2=ss1',
    ]);
  });

  test('who serves a group without resources makes a difference', () => {
    const world = given(`
      cn1   VCPU:4
        n0  CUSTOM_X
        n1  CUSTOM_X`);
    assert.deepEqual(candidates(world, 'resources_A=VCPU:1&required_B=CUSTOM_X&same_subtree=_A,_B'), [
      'cn1:VCPU=1 | _A=cn1 _B=n0',
      'cn1:VCPU=1 | _A=cn1 _B=n1',
    ]);
  });
});

describe('C16 unknown names', () => {
  const world = given('cn1 VCPU:4 CUSTOM_GOLD');
  const refusal = (query: string) => {
    try {
      candidates(world, query);
    } catch (error) {
      if (error instanceof Refusal) return error.reason;
      throw error;
    }
    return null;
  };

  test('a class that nobody knows is an error, in any group', () => {
    const expected = { kind: 'class-not-found', name: 'CUSTOM_NO' };
    assert.deepEqual(refusal('resources=CUSTOM_NO:1'), expected);
    assert.deepEqual(refusal('resources=VCPU:1&resources1=CUSTOM_NO:1'), expected);
  });

  test('a trait that nobody knows is an error, wherever it is', () => {
    const expected = { kind: 'traits-not-found', names: ['CUSTOM_NO'] };
    assert.deepEqual(refusal('resources=VCPU:1&required=CUSTOM_NO'), expected);
    assert.deepEqual(refusal('resources=VCPU:1&required=!CUSTOM_NO'), expected);
    assert.deepEqual(refusal('resources=VCPU:1&required=in:CUSTOM_GOLD,CUSTOM_NO'), expected);
    assert.deepEqual(refusal('resources=VCPU:1&required_A=CUSTOM_NO'), expected);
    assert.deepEqual(refusal('resources=VCPU:1&root_required=CUSTOM_NO'), expected);
    assert.deepEqual(refusal('resources=VCPU:1&root_required=!CUSTOM_NO'), expected);
  });

  test('they are errors even if there is no candidate anyway', () => {
    assert.equal(refusal('resources=VCPU:99&required=CUSTOM_NO')?.kind, 'traits-not-found');
    assert.equal(refusal('resources=CUSTOM_NO:1&in_tree=nobody')?.kind, 'class-not-found');
    assert.equal(refusal('resources=VCPU:1&in_tree=nobody&required1=CUSTOM_NO')?.kind, 'traits-not-found');
  });

  test('a class that is known and that nobody has is no error', () => {
    assert.deepEqual(candidates(world, 'resources=VGPU:1'), []);
  });

  test('nobody is in an aggregate that nobody knows', () => {
    assert.deepEqual(candidates(world, 'resources=VCPU:1&member_of=nowhere'), []);
    assert.deepEqual(candidates(world, 'resources=VCPU:1&member_of=!nowhere'), ['cn1:VCPU=1']);
  });

  test('in_tree with a provider that nobody knows finds nothing', () => {
    assert.deepEqual(candidates(world, 'resources=VCPU:1&in_tree=nobody'), []);
    assert.deepEqual(candidates(world, 'resources=VCPU:1&resources1=VCPU:1&in_tree1=nobody'), []);
  });
});

describe('C17 order', () => {
  const hosts = `
    cn1
      a1  VCPU:1
      a2  VCPU:1
      a3  VCPU:1
    cn2
      b1  VCPU:1
    cn3
      c1  VCPU:1
      c2  VCPU:1`;
  const inOrder = (world: World, options: Parameters<typeof shownInOrder>[2]) =>
    shownInOrder(world, 'resources=VCPU:1', options).map(({ text }) => text.split(':')[0]);

  test('breadth first gives one of every tree, then a second of every tree that has one, and so on', () => {
    assert.deepEqual(inOrder(given(hosts), { order: 'breadth-first' }), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  test('breadth first is the default', () => {
    assert.deepEqual(inOrder(given(hosts), {}), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  test('depth first gives all of a tree before the next', () => {
    assert.deepEqual(inOrder(given(hosts), { order: 'depth-first' }), ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']);
  });

  test('a limit takes the first of them', () => {
    assert.deepEqual(inOrder(given(hosts), { limit: 4 }), ['a1', 'b1', 'c1', 'a2']);
    assert.deepEqual(inOrder(given(hosts), { limit: 4, order: 'depth-first' }), ['a1', 'a2', 'a3', 'b1']);
    assert.deepEqual(inOrder(given(hosts), { limit: 0 }), []);
  });

  test('the trees are taken in the order that a shuffle gives them', () => {
    const shuffle = <Item>(items: Item[]) => items.toReversed();
    assert.deepEqual(inOrder(given(hosts), { shuffle }), ['c1', 'b1', 'a1', 'c2', 'a2', 'a3']);
    assert.deepEqual(inOrder(given(hosts), { shuffle, order: 'depth-first' }), [
      'c1',
      'c2',
      'b1',
      'a1',
      'a2',
      'a3',
    ]);
  });

  test('when there are no more, none come', () => {
    const search = new Search(given(hosts), parseQuery('resources=VCPU:1'));
    assert.equal(search.take(100).length, 6);
    assert.equal(search.next(), null);
    assert.deepEqual(search.take(1), []);
  });
});
