import type { Registry } from '../registry/registry.ts';
import { imagePairings } from './image-pairings.ts';
import { outlineOf } from './outline.ts';
import { type Place, Places } from './places.ts';
import { propertyEntry } from './property-entry.ts';
import { type Inline, type Paragraph, code, readProse, words } from './prose.ts';
import { sharedFacts } from './shared-facts.ts';
import { specEntry } from './spec-entry.ts';

/** What every format shows, in the order in which it shows it. All texts can be seen as they are; none has markup. */
export interface Document {
  readonly title: string;
  readonly introduction: readonly Paragraph[];
  readonly parts: readonly Part[];
}

export interface Part {
  readonly title: string;
  readonly sections: readonly Section[];
}

/** A namespace of extra specs, or the image properties that begin alike. */
export interface Section {
  readonly place: Place;
  readonly title: Inline;
  readonly description: readonly Paragraph[];
  /** What all its entries have in common, and none of them repeats. */
  readonly facts: readonly Fact[];
  readonly entries: readonly Entry[];
}

/** An extra spec, an image property, or a family of those. */
export interface Entry {
  readonly place: Place;
  /** As defined, with parameters in braces. */
  readonly name: string;
  readonly type: string;
  readonly notice: Notice | null;
  /** Who defines it, if not this package. */
  readonly source: string | null;
  readonly description: readonly Paragraph[];
  readonly facts: readonly Fact[];
  /** Of a family: all of them. */
  readonly members: readonly Member[];
}

export interface Member {
  readonly place: Place;
  /** What is different: `HW_CPU_X86_AVX2`. */
  readonly name: string;
  /** The whole key or name. */
  readonly fullName: string;
  /** Empty where the description of the family says it all. */
  readonly description: Paragraph;
}

export interface Fact {
  readonly label: string;
  /** One is a line, several are a list. */
  readonly items: readonly Paragraph[];
}

/** What one should know before using it. */
export interface Notice {
  readonly kind: 'deprecated' | 'experimental';
  readonly content: Paragraph;
}

/** Whoever looks for a single definition wants each of a family `apart`, with all that is said about it. */
export function documentOf(registry: Registry, families: 'together' | 'apart' = 'together'): Document {
  const outline = outlineOf(registry, families);
  const places = new Places(registry, outline);
  const pairings = imagePairings(outline, places);

  const specs = outline.namespaces.map(([namespace, groups]) => {
    const entries = groups.map((group) => specEntry(group, places));
    const title = namespace.name === null ? words('Keys without a namespace') : code(namespace.name);
    return section(places.of(namespace), title, namespace.description, entries, places);
  });
  const properties = outline.imageFamilies.map(([family, groups]) => {
    const entries = groups.map((group) => propertyEntry(group, family.prefix, places, pairings));
    return section(places.of(family), code(family.prefix), family.description, entries, places);
  });
  return {
    title: 'Extra specs and image properties',
    introduction: readProse(introduction, () => null),
    parts: [
      { title: 'Extra specs of flavors', sections: specs },
      { title: 'Properties of images', sections: properties },
    ].filter(({ sections }) => sections.length > 0),
  };
}

const introduction = `Extra specs belong to a flavor, image properties to an image. Both say how the servers that are made with them are built, and on which hosts they may run.

What stands in braces, such as \`{num}\`, differs from use to use. A pattern has to match the whole value. A boolean is written \`1\`, \`t\`, \`true\`, \`on\`, \`y\` or \`yes\`, or else \`0\`, \`f\`, \`false\`, \`off\`, \`n\` or \`no\`, in small letters or capitals. Where virt drivers are named, the others ignore it.`;

function section(
  place: Place,
  title: Inline,
  description: string,
  entries: readonly Entry[],
  places: Places,
): Section {
  const facts = sharedFacts(entries);
  return {
    place,
    title,
    description: readProse(description, (name) => places.ofMention(name)),
    facts,
    entries: entries.map((entry) => ({
      ...entry,
      facts: entry.facts.filter((fact) => !facts.some((shared) => shared.label === fact.label)),
    })),
  };
}
