import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { given } from '../testing/given.ts';
import { parseQuery } from '../testing/parse-query.ts';
import { Search } from './search.ts';
import { Work } from './work.ts';

/** The number of candidates, and whether the search was cut: one that tries everything is. */
function outcome(world: ReturnType<typeof given>, query: string, limit = 1): [number, boolean] {
  const search = new Search(world, parseQuery(query), { work: new Work({ stepsMax: 200_000 }) });
  const { length } = search.take(limit);
  return [length, search.isCut];
}

const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const host = (...children: string[]) =>
  given(['', 'cn1', ...children.map((child) => `  ${child}`)].join('\n'));
const groups = (count: number, make: (index: number) => string) => times(count, make).join('&');

describe('where there are too few of something, no arrangement is tried in vain', () => {
  const devices = host(...times(12, (index) => `dev${index} VGPU:1`));

  for (const policy of ['none', 'isolate']) {
    test(`13 groups on 12 equal devices (group_policy=${policy})`, () => {
      const query = (count: number) =>
        `${groups(count, (index) => `resources${index + 1}=VGPU:1`)}&group_policy=${policy}`;
      assert.deepEqual(outcome(devices, query(13)), [0, false]);
      assert.deepEqual(outcome(devices, query(12)), [1, false]);
    });
  }

  test('the last group wants what the others could leave alone', () => {
    const world = host('dev0 VGPU:1 CUSTOM_GOLD', ...times(12, (index) => `dev${index + 1} VGPU:1`));
    const query = `${groups(12, (index) => `resources${index + 1}=VGPU:1`)}&resources_Z=VGPU:1&required_Z=CUSTOM_GOLD`;
    assert.deepEqual(outcome(world, `${query}&group_policy=none`), [1, false]);
    assert.deepEqual(outcome(world, `${query}&resources_Y=VGPU:1&group_policy=none`), [0, false]);
  });

  test('two kinds, and more groups for one of them than it has devices', () => {
    const world = host(
      ...times(8, (index) => `gold${index} VGPU:1 CUSTOM_GOLD`),
      ...times(8, (index) => `lead${index} VGPU:1`),
    );
    const query = [
      groups(5, (index) => `resources_A${index}=VGPU:1`),
      groups(9, (index) => `resources_G${index}=VGPU:1&required_G${index}=CUSTOM_GOLD`),
    ].join('&');
    assert.deepEqual(outcome(world, `${query}&group_policy=none`), [0, false]);
  });

  test('amounts that fit in sum but not in any arrangement', () => {
    const world = host(...times(10, (index) => `dev${index} VGPU:5`));
    const query = groups(11, (index) => `resources${index + 1}=VGPU:3`);
    assert.deepEqual(outcome(world, `${query}&resources12=VGPU:2&group_policy=none`), [0, false]);
  });
});

test('devices of which no two are alike are matched with groups of which no two are', () => {
  // Device n can serve groups n to n + 2: there is one way for the last to be served only if nobody strays.
  const size = 20;
  const traits = times(size + 2, (index) => `CUSTOM_T${index}`);
  const world = given(
    [
      '',
      `traits: ${traits.join(' ')}`,
      'cn1',
      ...times(size, (index) => `  dev${index} VGPU:1 ${traits.slice(index, index + 3).join(' ')}`),
    ].join('\n'),
  );
  const asked = (names: readonly string[]) =>
    names.map((name, index) => `resources_${index}=VGPU:1&required_${index}=${name}`).join('&');
  const tooMany = [...traits.slice(0, size - 1), 'CUSTOM_T0', 'CUSTOM_T0'];
  assert.deepEqual(outcome(world, `${asked(traits.slice(2, size + 2))}&group_policy=none`), [1, false]);
  assert.deepEqual(outcome(world, `${asked(tooMany)}&group_policy=none`), [0, false]);
  assert.deepEqual(outcome(world, `${asked(tooMany)}&group_policy=isolate`), [0, false]);
});

describe('rules about several groups are kept from the first choice on', () => {
  const numas = given(
    [
      '',
      'cn1',
      ...times(8, (numa) =>
        [`  numa${numa} VCPU:8`, ...times(8, (index) => `    dev${numa}${index} VGPU:1`)].join('\n'),
      ),
    ].join('\n'),
  );

  test('same_subtree does not try devices of other cells', () => {
    const query = (count: number) =>
      `resources_C=VCPU:1&${groups(count, (index) => `resources_D${index}=VGPU:1`)}` +
      `&same_subtree=_C,${times(count, (index) => `_D${index}`).join()}&group_policy=isolate`;
    assert.deepEqual(outcome(numas, query(8), 100), [100, false]);
    assert.deepEqual(outcome(numas, query(9)), [0, false]);
  });

  test('required traits that nobody has together are not looked for in every spread', () => {
    const world = host(
      ...times(40, (index) => `part${index} VCPU:8 MEMORY_MB:8 DISK_GB:8 VGPU:8`),
      'one CUSTOM_GOLD VCPU:8',
      'other CUSTOM_LEAD VCPU:8',
    );
    const query = 'resources=VCPU:1,MEMORY_MB:1,DISK_GB:1,VGPU:1';
    assert.deepEqual(outcome(world, `${query}&required=CUSTOM_GOLD`), [1, false]);
    assert.deepEqual(outcome(world, `${query}&required=CUSTOM_GOLD,CUSTOM_LEAD`), [0, false]);
  });

  test('before 1.29 the providers of a tree are not combined with each other', () => {
    const world = host(
      ...times(60, (index) => `part${index} ${['VCPU', 'MEMORY_MB', 'DISK_GB'][index % 3]}:8`),
    );
    assert.deepEqual(outcome(world, 'resources=VCPU:1,MEMORY_MB:1,DISK_GB:1&nested=false'), [0, false]);
  });
});

test('amounts that are multiples of something are not tried in rooms that are not', () => {
  // Odd rooms, even amounts: in sum they would just fit, but one of every room stays empty.
  const rooms = times(9, (index) => 121 + 2 * index);
  const amounts = times(18, (index) => 54 + 2 * (index % 11) + (index > 0 ? 2 : 0));
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other);
  assert.ok(sum(amounts) <= sum(rooms) && sum(amounts) > sum(rooms) - rooms.length);
  const world = host(...rooms.map((room, index) => `dev${index} VGPU:${room}`));
  const query = amounts.map((amount, index) => `resources${index + 1}=VGPU:${amount}`).join('&');
  assert.deepEqual(outcome(world, `${query}&group_policy=none`), [0, false]);
});

describe('the budget of a search (C18)', () => {
  const trees = (count: number) =>
    given(times(count, (index) => `\ncn${index}\n  dev${index} VGPU:8\n  other${index} VGPU:8`).join(''));
  const query = 'resources1=VGPU:1&resources2=VGPU:1&group_policy=none';

  test('where it is not reached, all is found', () => {
    assert.deepEqual(outcome(trees(100), query, Infinity), [400, false]);
  });

  test('where it is reached, it ends with what it has, and says so', () => {
    const search = new Search(trees(100), parseQuery(query), { work: new Work({ stepsMax: 1_000 }) });
    const { length } = search.take(Infinity);
    assert.ok(length > 0 && length < 400, `${length} candidates`);
    assert.equal(search.isCut, true);
    assert.equal(search.next(), null);
    assert.ok(search.work.spent < 2_000, `${search.work.spent} steps`);
  });

  test('is for all trees together, and one that is hard does not take it from the others', () => {
    // Rooms and amounts of which no two are alike and nothing is left over: to pack them is hard.
    const amounts = times(24, (index) => 1009 + 37 * index + ((index * index) % 17));
    const rooms = times(
      8,
      (room) => amounts[room]! + amounts[15 - room]! + amounts[16 + room]! + (room % 2 ? 1 : -1),
    );
    const hard = ['hard', ...rooms.map((room, index) => `  bin${index} VGPU:${room}`)];
    const easy = ['easy', ...times(24, (index) => `  room${index} VGPU:4000`)];
    const asked = amounts.map((amount, index) => `resources${index + 1}=VGPU:${amount}`).join('&');
    const world = given(['', ...hard, ...easy].join('\n'));
    const search = new Search(world, parseQuery(`${asked}&group_policy=none`), {
      work: new Work({ stepsMax: 500_000 }),
    });
    assert.equal(search.next()?.anchor.name, 'easy');
  });
});
