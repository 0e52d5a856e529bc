import type { Value } from '../definitions/definition.ts';
import { isPlain } from '../registry/key-template.ts';
import type { RegisteredSpec } from '../registry/registered-spec.ts';
import type { RegisteredNamespace, Registry } from '../registry/registry.ts';
import { instancesOf, withoutOptional } from './instances-of.ts';
import type { KnownGroup, KnownProperty, Omission } from './known-property.ts';
import { portablePattern } from './portable-pattern.ts';
import { propertyOfSpec } from './property-of.ts';

/** What can be written of the extra specs, by namespace, in the order of the registry. */
export function flavorProperties(
  registry: Registry,
  numaNodes: number,
  omissions: Omission[],
): readonly KnownGroup[] {
  const isRefined = refinedKeys(registry);
  return registry.namespaces.map((namespace): KnownGroup => {
    const prefix = prefixOf(namespace);
    if (namespace.name !== null && !isPlain(namespace.name) && isPlain(prefix)) {
      omissions.push({ key: `${namespace.name}:`, text: `is written as '${prefix}' only` });
    }
    const properties = namespace.specs.flatMap((spec): KnownProperty[] => {
      const bare = withoutOptional(spec.key, namespace.parameters);
      if (isRefined(spec, bare)) return [];
      const { names, omission } = instancesOf(bare, spec.definition.parameters ?? [], numaNodes);
      if (omission !== null) omissions.push({ key: spec.key, text: omission });
      else if (!isPatternWritable(spec.definition.value)) {
        omissions.push({
          key: spec.key,
          text: 'is written without its pattern, which other engines do not know',
        });
      }
      return names.map((fullName) => propertyNamed(fullName.slice(prefix.length), prefix, spec));
    });
    return {
      name: namespace.name === null ? null : prefix.slice(0, -1),
      description: namespace.description,
      properties,
    };
  });
}

/** `trait:` of `trait{group}` */
function prefixOf({ name, parameters }: RegisteredNamespace): string {
  return name === null ? '' : `${withoutOptional(name, parameters)}:`;
}

function propertyNamed(name: string, prefix: string, spec: RegisteredSpec): KnownProperty {
  return {
    definedAs: spec.key,
    prefix,
    name,
    property: propertyOfSpec(name, spec),
    pair: spec.definition.image?.property ?? null,
  };
}

/** Where somebody says more about one case of a template, and that is the case that would be written, theirs is. */
function refinedKeys(registry: Registry): (spec: RegisteredSpec, bare: string) => boolean {
  const refining = new Map(registry.specs.map((spec) => [spec.key, spec.refines]));
  return (spec, bare) => refining.get(bare) === spec;
}

function isPatternWritable(value: Value): boolean {
  return value.type !== 'string' || value.pattern === undefined || portablePattern(value.pattern) !== null;
}
