import type { ImageValue } from '../definitions/image-property.ts';
import { mostNumaNodes } from '../flavor-and-image/read-image.ts';
import { type ImagePropertyIndex, imagePropertiesOf } from '../registry/image-property-index.ts';
import { isPlain } from '../registry/key-template.ts';
import type { RegisteredSpec } from '../registry/registered-spec.ts';
import type { Registry } from '../registry/registry.ts';
import { nearestInstance, shapeOf } from '../suggestions/nearest-instance.ts';
import { withoutOptional } from './instances-of.ts';
import type { MetadefProperty, ResourceType } from './metadef.ts';
import { propertyOfImage, propertyOfSpec } from './property-of.ts';
import { toMetadefs } from './to-metadefs.ts';

export interface Known {
  readonly kind: 'known';
  readonly property: MetadefProperty;
  /** Whether a word means one of the enum, without being one of them. */
  readonly accepts: (word: unknown) => boolean;
}

export type Knowledge =
  | Known
  | { readonly kind: 'renamed'; readonly current: string }
  | { readonly kind: 'unknown'; readonly suggestion: string | null };

/** What is known about a property by its whole name, whether it could be written or not. */
export class KnownRules {
  readonly #registry: Registry;
  /** By resource type and whole name. */
  readonly #written = new Map<ResourceType, Map<string, MetadefProperty>>();
  readonly #images: ImagePropertyIndex;

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#images = imagePropertiesOf(registry);
    for (const { namespace } of toMetadefs(registry, { numaNodes: mostNumaNodes }).files) {
      for (const { name: resourceType, prefix = '' } of namespace.resource_type_associations) {
        const written = this.#written.getOrInsert(resourceType, new Map());
        for (const [name, property] of Object.entries(namespace.properties))
          written.set(prefix + name, property);
      }
    }
  }

  of(resourceType: ResourceType, name: string): Knowledge {
    const written = this.#written.get(resourceType) ?? new Map<string, MetadefProperty>();
    const knowledge = resourceType === 'OS::Nova::Flavor' ? this.#ofFlavor(name) : this.#ofImage(name);
    if (knowledge === null) return { kind: 'unknown', suggestion: nearest(name, written.keys()) };
    if (knowledge.kind !== 'known') return knowledge;
    // What flavors and images have in common is written once, with one text.
    return { ...knowledge, property: written.get(name) ?? knowledge.property };
  }

  #ofFlavor(key: string): Knowledge | null {
    const spec = this.#registry.keys.find(key);
    if (spec === null) return null;
    const meant = withoutGroup(spec, key);
    if (meant !== key) return { kind: 'unknown', suggestion: meant };
    const property = propertyOfSpec(key.slice(key.indexOf(':') + 1), spec);
    return { kind: 'known', property, accepts: () => false };
  }

  #ofImage(name: string): Knowledge | null {
    const image = this.#images.find(name);
    if (image !== null) {
      return { kind: 'known', property: propertyOfImage(name, image), accepts: isSynonymFor(image.value) };
    }
    const renamed = this.#images.findFormer(name);
    return renamed === null ? null : { kind: 'renamed', current: renamed.name };
  }
}

/** The name that differs by a slip or two. */
function nearest(name: string, names: Iterable<string>): string | null {
  let best: { readonly text: string; readonly distance: number } | null = null;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) > 2) continue;
    const instance = nearestInstance(name, shapeOf(candidate), 2);
    if (instance !== null && (best === null || instance.distance < best.distance)) best = instance;
  }
  return best?.text ?? null;
}

function isSynonymFor(value: ImageValue): (word: unknown) => boolean {
  if (value.type !== 'string') return () => false;
  const { enum: words = [], synonyms = {}, lowerCased = false } = value;
  return (word) => {
    const spelled = lowerCased ? String(word).toLowerCase() : String(word);
    return words.includes(spelled) || Object.hasOwn(synonyms, spelled);
  };
}

/**
 * A key as it is without those parameters of its namespace that may be empty. Nobody defines a metadata property for one request
 * group, so where `traits:` stands for `trait:`, as it legally may (the group is called `s` then), it is a slip.
 */
function withoutGroup({ namespace, parameters }: RegisteredSpec, key: string): string {
  if (namespace === null || isPlain(namespace)) return key;
  const bare = withoutOptional(namespace, parameters);
  return isPlain(bare) ? `${bare}${key.slice(key.indexOf(':'))}` : key;
}
