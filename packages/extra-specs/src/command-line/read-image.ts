import type { Image } from '../flavor-and-image/check-flavor-and-image.ts';
import { isFields } from './read-document.ts';

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
export function readImage(document: unknown): Image {
  if (!isFields(document)) throw new Error('an image is an object');
  const image = isFields(document['image']) ? document['image'] : document;
  const apart = image['properties'] ?? {};
  if (!isFields(apart)) throw new Error("an image's properties are an object");
  const beside = Object.entries(image).filter(([name]) => !ownFields.has(name));
  return {
    ...(typeof image['status'] === 'string' && { status: image['status'] }),
    ...(typeof image['size'] === 'number' && { size: image['size'] }),
    ...(typeof image['min_ram'] === 'number' && { minRam: image['min_ram'] }),
    ...(typeof image['min_disk'] === 'number' && { minDisk: image['min_disk'] }),
    properties: Object.assign(
      Object.create(null) as Record<string, unknown>,
      Object.fromEntries(beside),
      apart,
    ),
  };
}
