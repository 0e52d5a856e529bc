import type { ImageFacts } from './images.ts';

/** An image as the image service writes it: what is not one of its own members is a property. Throws a sentence about what is not as it should be. */
export function readImageFacts(given: unknown): ImageFacts {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Error('it is no object');
  const image = given as Readonly<Record<string, unknown>>;
  const { properties: nested, ...members } = image;
  const properties = Object.fromEntries([...propertiesIn(members), ...propertiesIn(objectOr(nested))]);
  return {
    id: idAt(image),
    name: textAt(image, 'name', ''),
    status: textAt(image, 'status', 'active'),
    minMemoryMb: amountAt(image, 'min_ram'),
    minDiskGb: amountAt(image, 'min_disk'),
    sizeBytes: amountAt(image, 'size'),
    diskFormat: textOrNull(image, 'disk_format')?.slice(0, longestKey) ?? null,
    containerFormat: textOrNull(image, 'container_format'),
    properties,
  };
}

/** Members that every image has; all others are properties. */
const own: ReadonlySet<string> = new Set([
  'id',
  'name',
  'status',
  'visibility',
  'protected',
  'checksum',
  'owner',
  'size',
  'virtual_size',
  'container_format',
  'disk_format',
  'created_at',
  'updated_at',
  'tags',
  'direct_url',
  'locations',
  'file',
  'self',
  'schema',
  'min_ram',
  'min_disk',
  'os_hidden',
  'os_hash_algo',
  'os_hash_value',
  'stores',
]);

const propertiesMax = 512;
const longestProperty = 65_535;
const longestKey = 255;

function* propertiesIn(members: Readonly<Record<string, unknown>>): Generator<[string, string]> {
  let count = 0;
  for (const [key, value] of Object.entries(members)) {
    if (own.has(key) || value === null || value === undefined) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (++count > propertiesMax) throw new Error(`it has more than ${propertiesMax} properties`);
    if (key.length > longestKey) throw new Error('the name of one of its properties is too long');
    if (text.length > longestProperty) throw new Error(`its property ${key.slice(0, 64)} is too long`);
    yield [key, text];
  }
}

function objectOr(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('its properties are no object');
  return value as Readonly<Record<string, unknown>>;
}

/** It is kept with servers, and in what refers to them. */
function idAt(image: Readonly<Record<string, unknown>>): string {
  const id = textAt(image, 'id');
  if (id.length > longestKey) throw new Error('its id is too long');
  return id;
}

function textAt(image: Readonly<Record<string, unknown>>, key: string, missing?: string): string {
  const value = image[key] ?? missing;
  if (typeof value !== 'string') throw new Error(`its ${key} is no text`);
  return value;
}

function textOrNull(image: Readonly<Record<string, unknown>>, key: string): string | null {
  return image[key] === undefined || image[key] === null ? null : textAt(image, key);
}

/** What is not said is nothing. */
function amountAt(image: Readonly<Record<string, unknown>>, key: string): number {
  const value = image[key] ?? 0;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Error(`its ${key} is no amount`);
  return value;
}
