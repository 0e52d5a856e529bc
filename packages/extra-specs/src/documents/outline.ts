import type { ImageProperty, ImagePropertyFamily } from '../definitions/image-property.ts';
import type { RegisteredNamespace, Registry } from '../registry/registry.ts';
import type { RegisteredSpec } from '../registry/registered-spec.ts';
import { generalProperty, generalSpec, type Group, groupAlike } from './families.ts';

/** What a document has headings for, in its order. */
export interface Outline {
  readonly namespaces: readonly (readonly [RegisteredNamespace, readonly Group<RegisteredSpec>[]])[];
  readonly imageFamilies: readonly (readonly [ImagePropertyFamily, readonly Group<ImageProperty>[]])[];
}

/** Definitions that are alike stand together, in families, or each apart. */
export function outlineOf(registry: Registry, families: 'together' | 'apart' = 'together'): Outline {
  const isApart = families === 'apart';
  return {
    namespaces: registry.namespaces.map((namespace) => [
      namespace,
      groupAlike(namespace.specs, (spec) => (isApart ? null : generalSpec(spec))),
    ]),
    imageFamilies: registry.imageFamilies.map((family) => [
      family,
      groupAlike(family.properties, (property) =>
        isApart ? null : generalProperty(family.prefix, property),
      ),
    ]),
  };
}
