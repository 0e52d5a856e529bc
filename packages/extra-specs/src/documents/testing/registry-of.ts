import type { Namespace } from '../../definitions/definition.ts';
import type { ImagePropertyFamily } from '../../definitions/image-property.ts';
import { KeyIndex } from '../../registry/key-index.ts';
import { keyOf } from '../../registry/key-template.ts';
import type { RegisteredSpec } from '../../registry/registered-spec.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Source } from '../../registry/source.ts';
import { compileValueCheck } from '../../validation/value-check.ts';

/** A registry of just these, each namespace from one source. */
export function registryOf(
  namespaces: readonly (Namespace & { readonly source?: Source })[],
  imageFamilies: readonly ImagePropertyFamily[] = [],
): Registry {
  const keys = new KeyIndex();
  const registered = namespaces.map((namespace) => {
    const specs = namespace.specs.map((definition): RegisteredSpec => {
      const spec: RegisteredSpec = {
        key: keyOf(namespace, definition),
        namespace: namespace.name,
        parameters: [...(namespace.parameters ?? []), ...(definition.parameters ?? [])],
        definition,
        source: namespace.source ?? { kind: 'in-tree' },
        checkValue: compileValueCheck(definition.value),
        refines: null,
      };
      keys.add(spec);
      return spec;
    });
    const { name, parameters = [], description } = namespace;
    return { name, parameters, description, specs };
  });
  return { namespaces: registered, specs: registered.flatMap(({ specs }) => specs), imageFamilies, keys };
}
