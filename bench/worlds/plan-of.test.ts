import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { planOf } from './plan-of.ts';

/**
 * What a world holds may not change under its name: figures of years are compared by it. One that has to change takes
 * a new `plansVersion` and new digests here.
 */
const digests: Readonly<Record<string, string>> = {
  'flat-100': '0b0e91dd8abf9fc82542814b7eced843a54bee54d388097559ab139f711652e9',
  'nested-20': 'ce35722e63448f332b21686b3d968f8539932e797bf1f7a2fcd31633c7925ca3',
  'pci-8x8': '1e022c317bbfd6c16b15fe6ee25b37ae428d7cc8a2beee5d60e11b376afb151d',
  'sharing-60': 'd6750c5ce31dc3a878f3c5c94be1ca8034e659adb04d5c44ff8182ed5dace572',
  'mixed-20': '4854892d3a4d38f7f1f2df0b43bfee80601674855af1292ea804cc1852dffc01',
};

for (const [name, digest] of Object.entries(digests)) {
  test(`${name} holds what it always held`, () => {
    assert.equal(
      createHash('sha256')
        .update(JSON.stringify(planOf(name)))
        .digest('hex'),
      digest,
    );
  });
}

test('sizes are as the names say', () => {
  const sizes = (name: string) => {
    const { providers, hosts, consumers } = planOf(name);
    return [providers.length, hosts.length, consumers.length];
  };
  assert.deepEqual(sizes('flat-60'), [60, 60, 180]);
  assert.deepEqual(sizes('nested-60'), [2 + 7 * 60, 60, 120]);
  assert.deepEqual(sizes('pci-3x8'), [3 * 9, 3, 0]);
  assert.deepEqual(sizes('sharing-60'), [60 + 2 * 2, 60, 120]);
});

test('every uuid and every name is there once', () => {
  for (const name of Object.keys(digests)) {
    const { providers, consumers } = planOf(name);
    const uuids = [...providers, ...consumers].map(({ uuid }) => uuid);
    assert.equal(new Set(uuids).size, uuids.length, name);
    assert.equal(new Set(providers.map((provider) => provider.name)).size, providers.length, name);
  }
});

test('a mixed world has empty hosts and full ones', () => {
  const { hosts, consumers } = planOf('mixed-50');
  const used = new Map<string, number>();
  for (const { provider, resourceClass, amount } of consumers.flatMap(({ allocations }) => allocations)) {
    if (resourceClass === 'DISK_GB') used.set(provider, (used.get(provider) ?? 0) + amount);
  }
  const fills = new Set(hosts.map(({ uuid }) => used.get(uuid) ?? 0));
  assert.ok(fills.has(0));
  assert.ok(fills.has(8192));
  assert.equal(fills.size, 5);
});

test('a name that is none is refused', () => {
  assert.throws(() => planOf('flat'), /There is no world flat/);
});
