import type { Image } from '../flavor-and-image/check-flavor-and-image.ts';
import { type Fields, isFields } from './read-document.ts';

/** What an image has besides properties, in the API's words. */
const ownFields = new Set(
  `id name status visibility protected checksum owner size virtual_size container_format disk_format created_at updated_at tags
   direct_url min_ram min_disk properties self file schema locations os_hash_algo os_hash_value os_hidden stores`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/**
 * An image as one meets it: the answer of the image API, where properties stand beside the rest; what
 * `openstack image show -f json` prints, where they are apart; or just the properties. Throws an Error where it is none of these.
 */
export function imageFrom(document: unknown): Image {
  if (!isFields(document)) throw new Error('an image is an object');
  const image = isFields(document['image']) ? document['image'] : document;
  const apart = image['properties'] ?? {};
  if (!isFields(apart)) throw new Error("an image's properties are an object");
  const beside = Object.entries(image).filter(([name]) => !ownFields.has(name));
  return {
    ...text(image, 'id', 'id'),
    ...text(image, 'name', 'name'),
    ...text(image, 'status', 'status'),
    ...amount(image, 'size', 'size'),
    ...amount(image, 'min_ram', 'minRam'),
    ...amount(image, 'min_disk', 'minDisk'),
    properties: Object.assign(
      Object.create(null) as Record<string, unknown>,
      Object.fromEntries(beside),
      apart,
    ),
  };
}

function text<Name extends string>(image: Fields, field: string, name: Name): { [name in Name]?: string } {
  const value = image[field];
  // The one member of that name, or none: a computed name is any text to the compiler.
  return (typeof value === 'string' ? { [name]: value } : {}) as { [name in Name]?: string };
}

/** The image service says null where it does not know. */
function amount<Name extends string>(image: Fields, field: string, name: Name): { [name in Name]?: number } {
  const value = image[field] ?? null;
  if (value !== null && typeof value !== 'number') {
    throw new Error(`'${field}' of the image is a number, not ${JSON.stringify(value)}`);
  }
  return (value === null ? {} : { [name]: value }) as { [name in Name]?: number };
}
