import type { KnownGroup, KnownProperty, Omission } from './known-property.ts';
import type { MetadefFile, ResourceTypeAssociation } from './metadef.ts';
import { plainText, shortened } from './plain-text.ts';

/** Which resource types a file is about. */
export type Side = 'flavor' | 'image' | 'both';

const sides: Readonly<Record<Side, { readonly id: string; readonly file: string; readonly title: string }>> =
  {
    flavor: { id: 'Flavor', file: 'flavor', title: 'Flavor Extra Specs' },
    image: { id: 'Image', file: 'image', title: 'Image Properties' },
    both: {
      id: 'FlavorAndImage',
      file: 'flavor-and-image',
      title: 'Flavor Extra Specs and Image Properties',
    },
  };

/** How many characters Glance keeps of a name and of a prefix, and how many its API takes of a description. */
const longestName = 80;
const longestDescription = 500;

/** Files with names that differ, in the order in which they were added. */
export class MetadefFiles {
  readonly all: MetadefFile[] = [];
  readonly #omissions: Omission[];
  readonly #taken = new Set<string>();

  constructor(omissions: Omission[]) {
    this.#omissions = omissions;
  }

  /** A file with these properties of the group; none if there are none. */
  add(side: Side, group: KnownGroup, properties: readonly KnownProperty[]): void {
    const writable = properties.filter((property) => this.#isWritable(property));
    const first = writable[0];
    if (first === undefined) return;
    const { id, file, title } = sides[side];
    const name = this.#unique(title, group.name ?? '');
    this.all.push({
      fileName: `compute-${file}${name && `-${name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`}.json`,
      namespace: {
        namespace: `OS::Compute::${id}${name && `::${name}`}`,
        display_name: `${title}${name && `: ${name}`}`,
        description: shortened(plainText(group.description), longestDescription),
        visibility: 'public',
        protected: true,
        resource_type_associations: associations(side, first.prefix),
        properties: Object.fromEntries(writable.map((property) => [property.name, property.property])),
      },
    });
  }

  #isWritable({ definedAs, prefix, name }: KnownProperty): boolean {
    if (prefix.length <= longestName && name.length <= longestName) return true;
    this.#omissions.push({
      key: definedAs,
      text: `cannot be written: Glance keeps ${longestName} characters of a name`,
    });
    return false;
  }

  /** When Glance exports, it names a file for the letters and digits of the title alone. */
  #unique(title: string, name: string): string {
    const short = name.slice(0, 35);
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? short : `${short}-${count}`;
      const exportedAs = `${title}${candidate}`.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
      if (this.#taken.has(exportedAs)) continue;
      this.#taken.add(exportedAs);
      return candidate;
    }
  }
}

function associations(side: Side, prefix: string): readonly ResourceTypeAssociation[] {
  const flavor = { name: 'OS::Nova::Flavor', ...before(prefix) } as const;
  // What both have in common begins with `hw:` in a flavor and with `hw_` in an image.
  const image = before(side === 'both' ? prefix.replace(/:$/, '_') : prefix);
  const images = [
    { name: 'OS::Glance::Image', ...image },
    { name: 'OS::Cinder::Volume', ...image, properties_target: 'image' },
  ] as const;
  return { flavor: [flavor], image: images, both: [flavor, ...images] }[side];
}

function before(prefix: string): { readonly prefix?: string } {
  return prefix === '' ? {} : { prefix };
}
