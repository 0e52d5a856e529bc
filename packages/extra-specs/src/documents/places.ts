import assert from 'node:assert/strict';
import type { ImageProperty } from '../definitions/image-property.ts';
import { imagePropertiesOf } from '../registry/image-property-index.ts';
import type { RegisteredSpec } from '../registry/registered-spec.ts';
import type { RegisteredNamespace, Registry } from '../registry/registry.ts';
import type { Outline } from './outline.ts';

/** Where something stands in a document. No two things have a label or a fragment in common. */
export interface Place {
  /** In small letters, digits and hyphens, for formats whose labels have nothing else: `extra-spec-hw-cpu-policy`. */
  readonly label: string;
  /** What follows the # in the address of a page: `hw:cpu_policy`. */
  readonly fragment: string;
  /** Of one of a family: where the family stands. */
  readonly family: Place | null;
}

/** Where the namespaces, image families, groups, extra specs and image properties of an outline stand, and what names mean. */
export class Places {
  readonly #registry: Registry;
  readonly #places = new Map<object, Place>();
  readonly #labels = new Set<string>();
  readonly #namespaces = new Map<string, RegisteredNamespace>();
  readonly #specs = new Map<string, RegisteredSpec>();
  readonly #properties = new Map<string, ImageProperty>();

  constructor(registry: Registry, outline: Outline) {
    this.#registry = registry;
    this.#addNamespaces(outline);
    this.#addImageFamilies(outline);
  }

  of(thing: object): Place {
    const place = this.#places.get(thing);
    assert(place !== undefined, 'what is in the outline has a place');
    return place;
  }

  /** Of an extra spec, by its key as it is defined, or as it is used: `hw:numa_cpus.{num}`, `hw:numa_cpus.0`. */
  ofKey(key: string): Place | null {
    const spec = this.#specs.get(key) ?? this.#registry.keys.find(key);
    return spec === null ? null : this.of(spec);
  }

  /** Of an image property, by its name as it is defined or as it is used, or by a former one. */
  ofProperty(name: string): Place | null {
    const index = imagePropertiesOf(this.#registry);
    const property = this.#properties.get(name) ?? index.find(name) ?? index.findFormer(name);
    return property === null ? null : this.of(property);
  }

  /** Of what is mentioned in a sentence, if it looks like a name rather than like a word. */
  ofMention(text: string): Place | null {
    if (!/[:_.{-]/.test(text)) return null;
    const exact = this.#specs.get(text) ?? this.#namespaces.get(text);
    return exact === undefined ? (this.ofProperty(text) ?? this.ofKey(text)) : this.of(exact);
  }

  #addNamespaces({ namespaces }: Outline): void {
    const families = new Map<object, Place>();
    for (const [namespace, groups] of namespaces) {
      const { name } = namespace;
      const label = name === null ? 'extra-specs-without-namespace' : 'extra-specs';
      this.#add(namespace, label, 'namespace/', name ?? '');
      if (name !== null) this.#namespaces.set(name, namespace);
      for (const group of groups) {
        const { subject, members } = group;
        if (members.length === 0) continue;
        const family = this.#add(group, 'extra-specs', 'family/', subject.key);
        for (const member of members) families.set(member, family);
      }
    }
    // In the order of registration, so that a contribution does not change the label of what was there before.
    for (const spec of this.#registry.specs) {
      this.#specs.set(spec.key, spec);
      this.#add(spec, 'extra-spec', '', spec.key, families.get(spec));
    }
    for (const [, groups] of namespaces) {
      for (const group of groups)
        if (group.members.length === 0) this.#places.set(group, this.of(group.subject));
    }
  }

  #addImageFamilies({ imageFamilies }: Outline): void {
    for (const [imageFamily, groups] of imageFamilies) {
      this.#add(imageFamily, 'image-properties', 'images/', imageFamily.prefix);
      for (const group of groups) {
        const { subject, members } = group;
        if (members.length === 0) {
          this.#places.set(group, this.#addProperty(subject));
        } else {
          const family = this.#add(group, 'image-properties', 'image-family/', subject.name);
          for (const member of members) this.#addProperty(member, family);
        }
      }
    }
  }

  #addProperty(property: ImageProperty, family?: Place): Place {
    this.#properties.set(property.name, property);
    return this.#add(property, 'image-property', 'image/', property.name, family);
  }

  #add(thing: object, label: string, kind: string, name: string, family?: Place): Place {
    const place = {
      label: this.#takeLabel(`${label}-${name}`),
      fragment: `${kind}${escapeFragment(name)}`,
      family: family ?? null,
    };
    this.#places.set(thing, place);
    return place;
  }

  #takeLabel(title: string): string {
    const label = title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/-$/, '');
    let free = label;
    for (let number = 2; this.#labels.has(free); number++) free = `${label}-${number}`;
    this.#labels.add(free);
    return free;
  }
}

/** What an address or an identifier could take amiss, and slashes: one that is left ends the kind. */
function escapeFragment(name: string): string {
  return name.toWellFormed().replace(/[^\w.:{}-]+/gu, encodeURIComponent);
}
