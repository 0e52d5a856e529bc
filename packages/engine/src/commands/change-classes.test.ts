import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decide } from '../decide.ts';
import { assertRefused } from '../testing/assert-refused.ts';
import { carryOut } from '../testing/carry-out.ts';
import { given } from '../testing/given.ts';
import { now } from '../testing/instants.ts';
import { className } from '../testing/names.ts';

const world = given(`
  classes: CUSTOM_FREE
  cn1  CUSTOM_FPGA:4`);

describe('add-class', () => {
  const addition = (name: string, mayExist = false) =>
    ({ kind: 'add-class', name: className(name), mayExist, now }) as const;

  test('gives a custom class the next place in the order', () => {
    assert.deepEqual(decide(world, addition('CUSTOM_NEW')), [
      {
        kind: 'class-added',
        resourceClass: { name: 'CUSTOM_NEW', order: 10_002, createdAt: now, updatedAt: null },
      },
    ]);
  });

  test('begins at 10000', () => {
    const [change] = decide(given(''), addition('CUSTOM_NEW'));
    assert.equal(change?.kind === 'class-added' && change.resourceClass.order, 10_000);
  });

  test('comes after the last one, though a place before it is free', () => {
    const changed = given('classes: CUSTOM_A CUSTOM_B');
    carryOut(changed, { kind: 'remove-class', name: className('CUSTOM_A') });
    const [change] = decide(changed, addition('CUSTOM_NEW'));
    assert.equal(change?.kind === 'class-added' && change.resourceClass.order, 10_002);
  });

  test('is refused for a class that is there', () => {
    for (const name of ['CUSTOM_FPGA', 'VCPU']) {
      assertRefused(world, addition(name), { kind: 'class-exists', name: className(name) });
    }
  });

  test('changes nothing for a class that is there and may be', () => {
    assert.deepEqual(decide(world, addition('CUSTOM_FPGA', true)), []);
  });

  test('adds a class that may be there and is not', () => {
    assert.equal(decide(world, addition('CUSTOM_NEW', true)).length, 1);
  });
});

describe('remove-class', () => {
  const removal = (name: string) => ({ kind: 'remove-class', name: className(name) }) as const;

  test('removes a custom class that nobody has', () => {
    assert.deepEqual(decide(world, removal('CUSTOM_FREE')), [{ kind: 'class-removed', name: 'CUSTOM_FREE' }]);
  });

  test('is refused for a class that nobody knows', () => {
    assertRefused(world, removal('CUSTOM_NO'), { kind: 'class-not-found', name: className('CUSTOM_NO') });
  });

  test('is refused for a class that a provider has, used or not', () => {
    assertRefused(world, removal('CUSTOM_FPGA'), { kind: 'class-in-use', name: className('CUSTOM_FPGA') });
  });

  test('is refused for a standard class, before anything is said about its use', () => {
    const used = given('cn1  VCPU:4(used=1)');
    assertRefused(used, removal('VCPU'), { kind: 'class-is-standard', name: className('VCPU') });
    assertRefused(used, removal('VGPU'), { kind: 'class-is-standard', name: className('VGPU') });
  });
});

describe('rename-class', () => {
  const renaming = (name: string, newName: string) =>
    ({ kind: 'rename-class', name: className(name), newName: className(newName), now }) as const;

  test('is one change, whoever has the class', () => {
    assert.deepEqual(decide(world, renaming('CUSTOM_FPGA', 'CUSTOM_NEW')), [
      { kind: 'class-renamed', from: 'CUSTOM_FPGA', to: 'CUSTOM_NEW', at: now },
    ]);
  });

  test('may leave the name as it is', () => {
    assert.equal(decide(world, renaming('CUSTOM_FPGA', 'CUSTOM_FPGA')).length, 1);
  });

  test('is refused for a class that nobody knows, even if the new name is taken', () => {
    assertRefused(world, renaming('CUSTOM_NO', 'CUSTOM_FPGA'), {
      kind: 'class-not-found',
      name: className('CUSTOM_NO'),
    });
  });

  test('is refused for a standard class, even if the new name is taken', () => {
    assertRefused(world, renaming('VCPU', 'CUSTOM_FPGA'), {
      kind: 'class-is-standard',
      name: className('VCPU'),
    });
  });

  test('is refused for a name that another class has', () => {
    assertRefused(world, renaming('CUSTOM_FPGA', 'CUSTOM_FREE'), {
      kind: 'class-exists',
      name: className('CUSTOM_FREE'),
    });
  });
});
