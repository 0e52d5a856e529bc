import type { ImageProperty } from '../definitions/image-property.ts';
import { isPlain } from '../registry/key-template.ts';
import type { RegisteredSpec } from '../registry/registered-spec.ts';

/** What is shown under one heading: a definition, or a family of them. */
export interface Group<Item> {
  /** Of a family: what all of them say, with `NAME` for the name, and no description if each has its own. */
  readonly subject: Item;
  /** Empty where it is not a family. */
  readonly members: readonly Item[];
}

/** Stands for the names of a family. */
export const anyName = 'NAME';

/** Of fewer, each is worth a heading of its own. */
const smallestFamily = 12;

/** A definition without what makes it different from others of its family. */
export interface General<Item> {
  /** Only the name is gone. */
  readonly nameless: Item;
  /** The description is gone, too. Null where it is too long for a line in a list. */
  readonly bare: Item | null;
}

/**
 * There are hundreds of standard traits, and all that can be said about one is what can be said about any. The capabilities of a
 * host differ in what they are about, in a sentence, and in nothing else. Such definitions are a family, and shown together.
 * Who is alike is found by comparing what is left without the name, so that nobody has to declare it.
 */
export function groupAlike<Item extends object>(
  items: readonly Item[],
  generalize: (item: Item) => General<Item> | null,
): readonly Group<Item>[] {
  const families = new Map<Item, Group<Item>>();
  const generals = new Map(items.map((item) => [item, generalize(item)]));
  for (const step of ['nameless', 'bare'] as const) {
    const alike = new Map<string, { readonly subject: Item; readonly members: Item[] }>();
    for (const [item, general] of generals) {
      const subject = general?.[step] ?? null;
      if (subject === null || families.has(item)) continue;
      const id = JSON.stringify(subject);
      if (!alike.has(id)) alike.set(id, { subject, members: [] });
      alike.get(id)?.members.push(item);
    }
    for (const family of alike.values()) {
      if (family.members.length < smallestFamily) continue;
      for (const member of family.members) families.set(member, family);
    }
  }
  // A family stands where its first member does.
  return items.flatMap((item): Group<Item>[] => {
    const family = families.get(item);
    if (family === undefined) return [{ subject: item, members: [] }];
    return family.members[0] === item ? [family] : [];
  });
}

export function generalSpec(spec: RegisteredSpec): General<RegisteredSpec> | null {
  const { name } = spec.definition;
  if (!isPlain(name)) return null;
  const key = `${spec.key.slice(0, spec.key.length - name.length)}${anyName}`;
  const nameless = { ...spec, key, definition: withAnyName(spec.definition, name) };
  const bare = { ...nameless, definition: { ...nameless.definition, description: '' } };
  return { nameless, bare: isShort(spec.definition.description) ? bare : null };
}

export function generalProperty(prefix: string, property: ImageProperty): General<ImageProperty> | null {
  const { name, description } = property;
  if (!isPlain(name) || !name.startsWith(prefix) || name === prefix) return null;
  const nameless = withAnyName(property, name.slice(prefix.length));
  return { nameless, bare: isShort(description) ? { ...nameless, description: '' } : null };
}

/** One paragraph. */
function isShort(description: string): boolean {
  return !/\n\s*\n/.test(description.trim());
}

/** The name as a whole word in any text of the definition, the name itself included. */
function withAnyName<Definition>(definition: Definition, name: string): Definition {
  const pattern = new RegExp(`(?<![a-zA-Z0-9])${RegExp.escape(name)}(?![a-zA-Z0-9])`, 'g');
  const replaced: unknown = JSON.parse(JSON.stringify(definition), (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(pattern, anyName) : value,
  );
  // Definitions are plain data, and only their texts are different.
  return replaced as Definition;
}
