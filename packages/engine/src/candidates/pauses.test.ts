import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../testing/given.ts';
import { parseQuery } from '../testing/parse-query.ts';
import { Search } from './search.ts';
import { paused, Work } from './work.ts';

/* Each part of a search can be the one that takes long, and has to let others have their turn. */

/** The most steps between two moments at which others could have had their turn, and all steps. */
function steps(world: ReturnType<typeof given>, query: string, stepsMax = 300_000) {
  const work = new Work({ isTimeUp: () => true, stepsBetweenLooks: 1_000, stepsMax });
  const search = new Search(world, parseQuery(query), { work });
  let longest = 0;
  let before = 0;
  for (let step = search.step(); step !== null; step = search.step()) {
    longest = Math.max(longest, work.spent - before);
    before = work.spent;
    if (step !== paused) break;
  }
  return { longest: Math.max(longest, work.spent - before), all: work.spent };
}

const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const host = (...children: string[]) =>
  given(['', 'cn1', ...children.map((child) => `  ${child}`)].join('\n'));

test('while options are combined', () => {
  // Rooms and amounts of which no two are alike and nothing is left over: to pack them is hard.
  const amounts = times(18, (index) => 1009 + 37 * index + ((index * index) % 17));
  const rooms = times(
    6,
    (room) => amounts[room]! + amounts[11 - room]! + amounts[12 + room]! + (room % 2 ? 1 : -1),
  );
  const asked = amounts.map((amount, index) => `resources${index + 1}=VGPU:${amount}`).join('&');
  const { longest, all } = steps(
    host(...rooms.map((room, index) => `bin${index} VGPU:${room}`)),
    `${asked}&group_policy=none`,
  );
  // Some looks ahead are made at once; they are bounded themselves.
  assert.ok(all > 60_000 && longest < 30_000, `${longest} of ${all}`);
});

test('while a tree is looked through for each group', () => {
  const world = host(...times(400, (index) => `dev${index} VGPU:200`));
  const asked = times(140, (index) => `resources${index}=VGPU:${index + 1}`);
  const { longest, all } = steps(world, `${asked.join('&')}&group_policy=none`);
  assert.ok(all > 50_000 && longest < 5_000, `${longest} of ${all}`);
});

test('while it is noted who has which of the traits that a spread group requires', () => {
  const traits = times(60, (index) => `CUSTOM_T${index}`);
  const world = given(
    [
      '',
      `traits: ${traits.join(' ')}`,
      'cn1',
      ...times(900, (index) => `  part${index} VCPU:8 ${traits[index % 60]}`),
    ].join('\n'),
  );
  const { longest, all } = steps(world, `resources=VCPU:1&required=${traits.join()}`);
  assert.ok(all > 50_000 && longest < 5_000, `${longest} of ${all}`);
});
