import type { ImageProperty } from '../definitions/image-property.ts';
import { compilePattern } from '../pattern.ts';
import { isPlain, patternOfTemplate } from '../registry/key-template.ts';
import type { Registry } from '../registry/registry.ts';
import { type Instances, instancesOf } from './instances-of.ts';
import { fullName, type KnownGroup, type KnownProperty, type Omission } from './known-property.ts';
import { propertyOfImage } from './property-of.ts';

/** What can be written of the image properties, by family, in the order of the registry. */
export function imageProperties(
  registry: Registry,
  flavor: readonly KnownGroup[],
  numaNodes: number,
  omissions: Omission[],
): readonly KnownGroup[] {
  const paired = flavor.flatMap(({ properties }) => properties).filter(({ pair }) => pair !== null);
  return registry.imageFamilies.map(
    ({ prefix, description, properties }): KnownGroup => ({
      name: prefix.replace(/[:_]$/, ''),
      description,
      properties: properties.flatMap((definition): KnownProperty[] => {
        const { names, omission } =
          knownInstances(definition, paired) ??
          instancesOf(definition.name, definition.parameters ?? [], numaNodes);
        if (omission !== null) omissions.push({ key: definition.name, text: omission });
        return names.map((whole) => {
          const name = whole.slice(prefix.length);
          return {
            definedAs: definition.name,
            prefix,
            name,
            property: propertyOfImage(name, definition),
            pair: null,
          };
        });
      }),
    }),
  );
}

/** A template of which some instances are extra specs as well: `trait:{trait}` for each standard trait. */
function knownInstances(definition: ImageProperty, paired: readonly KnownProperty[]): Instances | null {
  if (isPlain(definition.name)) return null;
  const pattern = compilePattern(patternOfTemplate(definition.name, definition.parameters ?? []));
  const names = paired
    .filter(({ pair }) => pair === definition.name)
    .map(fullName)
    .filter((name) => pattern.matches(name));
  return names.length === 0
    ? null
    : { names, omission: `is written for the ${names.length} that are known only` };
}
