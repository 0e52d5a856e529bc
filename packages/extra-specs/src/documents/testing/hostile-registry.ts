import { draw } from '@berth/testing/random-cases.ts';
import fc from 'fast-check';
import type { ExtraSpec, Support, Value } from '../../definitions/definition.ts';
import { imagePropertyFamilies } from '../../definitions/image-properties.ts';
import type { ImageProperty } from '../../definitions/image-property.ts';
import { inTreeNamespaces } from '../../definitions/in-tree.ts';
import { literalPattern } from '../../pattern.ts';
import type { Registry } from '../../registry/registry.ts';
import { hostileText } from './hostile-text.ts';
import { registryOf } from './registry-of.ts';

/** Some of ours, and beside them definitions of somebody whose every text is hostile. */
export function hostileRegistry(size: number, seed: number): Registry {
  const specs = draw(hostileSpec, size, seed);
  const properties = draw(hostileProperty, size, seed);
  const [description = ''] = draw(hostileText, 1, seed);
  return registryOf(
    [
      ...inTreeNamespaces.filter(({ name }) => name === 'hw'),
      {
        name: 'site',
        description,
        source: { kind: 'file', path: `/etc/${description}.yaml` },
        specs: specs.map((spec, number) => ({ ...spec, name: `${spec.name}.${number}` })),
      },
    ],
    [
      ...imagePropertyFamilies.filter(({ prefix }) => prefix === 'hw_'),
      {
        prefix: 'site_',
        description,
        properties: properties.map((property, number) => ({
          ...property,
          name: `site_${number}.${property.name}`,
        })),
      },
    ],
  );
}

const text = hostileText;
const texts = fc.array(hostileText, { maxLength: 3 });

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.record({
    type: fc.constant('string' as const),
    enum: texts.filter((all) => all.length > 0),
    description: text,
  }),
  fc.record({ type: fc.constant('string' as const), pattern: text.map(patternOf), description: text }),
  fc.record({ type: fc.constant('integer' as const), min: fc.integer(), description: text }),
  fc.record({ type: fc.constant('boolean' as const), description: text }),
);

/** Half a character is not something that can be looked for. */
function patternOf(all: string): string {
  return literalPattern(all.toWellFormed());
}

const support: fc.Arbitrary<Support> = fc.oneof(
  fc.record({ status: fc.constant('supported' as const) }),
  fc.record({ status: fc.constant('experimental' as const), note: text }),
  fc.record({
    status: fc.constant('deprecated' as const),
    since: text,
    replacedBy: fc.oneof(fc.constant(null), fc.constant('hw:cpu_policy'), text),
    reason: text,
  }),
);

/** A name has few characters, but that of a parameter may have any that is not a brace. */
const parameterName = text.map((all) => all.replace(/[{}]/g, ''));

const hostileSpec: fc.Arbitrary<ExtraSpec> = fc
  .record({ parameterName, parameterText: text, value, support, description: text, other: text, rule: text })
  .map(({ parameterName: name, parameterText, other, rule, ...rest }) => ({
    ...rest,
    name: `x_{${name}}_`,
    parameters: [{ name, pattern: '.*', description: parameterText }],
    drivers: [other],
    needs: [{ key: other, values: [rule] }, { key: 'hw:cpu_policy' }],
    image: { property: 'hw_cpu_policy', relation: 'must-agree', noticed: 'host', rule },
  }));

const hostileProperty: fc.Arbitrary<ImageProperty> = fc
  .record({ name: text.map((all) => all.replace(/[{}]/g, '')), support, description: text, other: text })
  .map(({ other, ...rest }) => ({
    ...rest,
    value: {
      type: 'string',
      enum: [other],
      synonyms: { [other]: other },
      lowerCased: true,
      description: other,
    },
    drivers: [other],
    formerNames: [other],
  }));
