import { draw } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import type { RegisteredSpec } from '../../registry/registered-spec.ts';
import type { Registry } from '../../registry/registry.ts';
import { foreignKeys, keysOf } from './generated-keys.ts';
import { valuesOf } from './generated-values.ts';
import type { Case } from './real-nova.ts';

/** Keys and values around everything that is known, and some around nothing; the same ones for the same seed. */
export function generatedCases(registry: Registry, count: number, seed: number): readonly Case[] {
  const foreign = fc.record({ key: foreignKeys(registry), value: valuesOf({ type: 'integer' }) });
  const cases = fc.oneof(
    // The standard traits are many and all alike: a namespace's share grows more slowly than its size.
    ...registry.namespaces.map(({ specs }) => ({
      weight: Math.ceil(Math.log2(specs.length + 1)),
      arbitrary: fc.oneof(...specs.map(casesOf)),
    })),
    { weight: 6, arbitrary: foreign },
  );
  return draw(cases, count, seed);
}

/** Keys and values around one definition. */
export function casesOf(spec: RegisteredSpec): fc.Arbitrary<Case> {
  return fc.record({ key: keysOf(spec), value: valuesOf(spec.definition.value) });
}
