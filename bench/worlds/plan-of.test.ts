import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { planOf } from './plan-of.ts';

/**
 * What a world holds may not change under its name: figures of years are compared by it. One that has to change takes
 * a new `plansVersion` and new digests here.
 */
const digests: Readonly<Record<string, string>> = {
  'flat-100': '83ff62d919b3aa636ba83a4e439bcaadf4f769d248c46021d8f8d40028026d44',
  'nested-20': '5311c726bac4c2516ce68b2edda1561c535edcf79e3c0b974b5d5cb514500bf3',
  'pci-8x8': '1e022c317bbfd6c16b15fe6ee25b37ae428d7cc8a2beee5d60e11b376afb151d',
  'sharing-60': '9dc91f50c50849280d8b0c0ca495ceefc1f3a6b605d911ea39ec8c28095cb90c',
  'mixed-20': '0a61c03515ae086ff06ab73114b720d5109b78854ff6fb917288ed15edef0f25',
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
