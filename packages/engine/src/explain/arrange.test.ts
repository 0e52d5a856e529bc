import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { given } from '../testing/given.ts';
import { className, named, traitName } from '../testing/names.ts';
import type { World } from '../world.ts';
import { arrange, type Choice, type ChoicePart, type Take } from './arrange.ts';
import { conflictIn } from './conflict.ts';
import { atOnce } from './steps.ts';

const free: Omit<Choice, 'parts'> = {
  addsUp: true,
  isIsolated: false,
  subtrees: [],
  isOnePerTree: false,
  requiredTogether: [],
};

/** `VCPU:8` with the names of those that may serve it; `VCPU<8` for less of it, `VCPU>8` for more. */
function part(world: World, take: string, options: string, isSpread = false): ChoicePart {
  const [, name = '', sign, asked] = /^(\w+)([:<>])(\d+)$/.exec(take) ?? [];
  const amount = sign === ':' ? 'asked' : sign === '<' ? 'lower' : 'higher';
  return {
    isSpread,
    takes: [{ resourceClass: className(name), asked: Number(asked), amount } satisfies Take],
    options: options.split(' ').map((option) => named(world, option)),
  };
}

function arranged(choice: Choice, effort = 1000) {
  const left = { left: effort };
  const found = atOnce(arrange(choice, left));
  return found ? [...found.amounts.values()] : left.left < 0 ? 'not found out' : null;
}

describe('a choice', () => {
  const world = given(`
    cn1
      a  VCPU:4
      b  VCPU:4
    cn2
      c  VCPU:4(step=2)`);

  test('is made so that what several take fits', () => {
    const parts = (...takes: string[]) => takes.map((take) => part(world, take, 'a b'));
    assert.deepEqual(arranged({ ...free, parts: parts('VCPU:3', 'VCPU:3') }), []);
    assert.equal(arranged({ ...free, parts: parts('VCPU:3', 'VCPU:3', 'VCPU:2') }), null);
    assert.deepEqual(arranged({ ...free, parts: parts('VCPU:3', 'VCPU:3', 'VCPU:1') }), []);
  });

  test('takes the amounts that are closest to what was asked for', () => {
    assert.deepEqual(arranged({ ...free, parts: [part(world, 'VCPU<9', 'c a')] }), [4]);
    assert.deepEqual(arranged({ ...free, parts: [part(world, 'VCPU<4', 'c a')] }), [3]);
    assert.deepEqual(arranged({ ...free, parts: [part(world, 'VCPU>1', 'c a')] }), [2]);
    const both = [part(world, 'VCPU<4', 'a'), part(world, 'VCPU:3', 'a')];
    assert.deepEqual(arranged({ ...free, parts: both }), [1]);
    const better = [part(world, 'VCPU<4', 'a b'), part(world, 'VCPU:3', 'a b')];
    assert.deepEqual(arranged({ ...free, parts: better }), [3]);
  });

  test('of isolated parts takes a provider for each', () => {
    const parts = [part(world, 'VCPU:1', 'a b'), part(world, 'VCPU:1', 'a')];
    assert.deepEqual(arranged({ ...free, parts, isIsolated: true }), []);
    const tooMany = [...parts, part(world, 'VCPU:1', 'b a')];
    assert.equal(arranged({ ...free, parts: tooMany, isIsolated: true }), null);
  });

  test('takes only one provider of a tree from who can have only one', () => {
    const parts = [part(world, 'VCPU:1', 'a', true), part(world, 'VCPU:1', 'b c', true)];
    assert.deepEqual(arranged({ ...free, parts, isOnePerTree: true }), []);
    const apart = [part(world, 'VCPU:1', 'a', true), part(world, 'VCPU:1', 'b', true)];
    assert.equal(arranged({ ...free, parts: apart, isOnePerTree: true }), null);
  });

  test('takes those for alike that are, and no others', () => {
    const tree = given(`
      cn1
        n1    VCPU:1
          g1  VGPU:1
        n2    VCPU:1
          g2  VGPU:1
        n3    VCPU:1
          g3  VGPU:1`);
    // What is above or below a provider makes a difference to a subtree.
    const above = [part(tree, 'VCPU:1', 'n1 n2 n3'), part(tree, 'VGPU:1', 'g2')];
    const below = [part(tree, 'VCPU:1', 'n2'), part(tree, 'VGPU:1', 'g1 g2 g3')];
    for (const parts of [above, below])
      assert.deepEqual(arranged({ ...free, parts, subtrees: [[0, 1]] }), []);
    const devices = given(
      `cn1\n${Array.from({ length: 12 }, (_, index) => `  d${index} VGPU:1`).join('\n')}`,
    );
    const names = Array.from({ length: 12 }, (_, index) => `d${index}`).join(' ');
    const groups = Array.from({ length: 12 }, () => part(devices, 'VGPU:1', names));
    const impossible = { ...free, parts: groups, subtrees: [[0, 11]] };
    assert.equal(arranged(impossible, 1000), null);
  });

  test('that takes too much effort is not made', () => {
    const parts = Array.from({ length: 5 }, () => part(world, 'VCPU:1', 'a b c'));
    assert.equal(arranged({ ...free, parts }, 2), 'not found out');
  });
});

describe('a conflict', () => {
  const world = given(`
    cn1
      plain  VCPU:4 DISK_GB:4
      gold   VCPU:4 DISK_GB:4 CUSTOM_GOLD`);
  const gold = { requiredTogether: [[traitName('CUSTOM_GOLD')]] };

  test('is what is left of a choice that cannot be made when all is left out that is not needed for that', () => {
    const choice = {
      ...free,
      ...gold,
      parts: [
        part(world, 'DISK_GB:1', 'gold', true),
        part(world, 'VCPU:3', 'plain'),
        part(world, 'DISK_GB:1', 'plain gold'),
        part(world, 'VCPU:3', 'plain'),
      ],
      subtrees: [[1, 2]],
    };
    assert.deepEqual(atOnce(conflictIn(choice, 1000)), {
      parts: [1, 3],
      subtrees: [],
      requiredTogether: [],
      isIsolated: false,
    });
  });

  test('does not blame a part for what another has that is left out', () => {
    // The second part has no trait, which does not matter as long as the first has it; and that one is full.
    const choice = {
      ...free,
      ...gold,
      parts: [
        part(world, 'DISK_GB:3', 'gold', true),
        part(world, 'VCPU:1', 'plain', true),
        part(world, 'DISK_GB:3', 'gold'),
      ],
    };
    assert.deepEqual(atOnce(conflictIn(choice, 1000)).parts, [0, 2]);
  });

  test('does not hold a part to a subtree when another of it is left out', () => {
    const siblings = given(`
      cn1        VCPU:1
        a        VCPU:4
        b        VCPU:4`);
    const choice = {
      ...free,
      // The root above both makes it one subtree.
      parts: [
        part(siblings, 'VCPU:1', 'cn1'),
        part(siblings, 'VCPU:3', 'a'),
        part(siblings, 'VCPU:3', 'b'),
        part(siblings, 'VCPU:3', 'b'),
      ],
      subtrees: [[0, 1, 2]],
    };
    assert.deepEqual(atOnce(conflictIn(choice, 1000)).parts, [2, 3]);
  });
});
