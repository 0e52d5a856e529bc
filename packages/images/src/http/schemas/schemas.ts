import { memberStatuses } from '../../domain/image.ts';
import { endpoint, type ImagesEndpoint, json } from '../endpoint.ts';
import { imageMembers } from '../images/image-schema.ts';

/** What there is to be known of a member of an image. */
const described: Readonly<Record<keyof typeof imageMembers, string>> = {
  id: 'What the image is known by.',
  name: 'What people call it.',
  status: 'Whether it has its content.',
  visibility: 'Who may see it.',
  protected: 'Whether it cannot be deleted.',
  os_hidden: 'Whether it is left out of lists.',
  checksum: 'The MD5 of its content.',
  os_hash_algo: 'What os_hash_value was made by.',
  os_hash_value: 'The hash of its content.',
  owner: 'The project it belongs to.',
  size: 'How many bytes its content has.',
  virtual_size: 'How many bytes the disk has that a machine sees.',
  container_format: 'What the disk is in.',
  disk_format: 'How the disk is written.',
  created_at: 'When it was made.',
  updated_at: 'When it was last changed.',
  tags: 'Words that it can be found by.',
  direct_url: 'Where its content lies.',
  min_ram: 'How much memory a machine needs for it, in MB.',
  min_disk: 'How much disk a machine needs for it, in GB.',
  self: 'Its path.',
  file: 'The path of its content.',
  stores: 'Where its content is kept.',
  schema: 'The path of this schema.',
  locations: 'Where its content lies, with what is known of each place.',
};

const readOnly: ReadonlySet<string> = new Set([
  'status',
  'checksum',
  'os_hash_algo',
  'os_hash_value',
  'size',
  'virtual_size',
  'created_at',
  'updated_at',
  'direct_url',
  'self',
  'file',
  'stores',
  'schema',
]);

const image = {
  name: 'image',
  properties: Object.fromEntries(
    Object.entries(imageMembers).map(([key, schema]) => [
      key,
      {
        ...schema,
        description: described[key as keyof typeof imageMembers], // It is one of them.
        ...(readOnly.has(key) ? { readOnly: true } : {}),
      },
    ]),
  ),
  additionalProperties: { type: 'string' },
  links: [
    { rel: 'self', href: '{self}' },
    { rel: 'enclosure', href: '{file}' },
    { rel: 'describedby', href: '{schema}' },
  ],
};

const member = {
  name: 'member',
  properties: {
    member_id: { type: 'string', description: 'The project that the image is shared with.' },
    image_id: { type: 'string', description: 'Which image that is.', pattern: imageMembers.id.pattern },
    created_at: { type: 'string', description: 'Since when it is shared.' },
    updated_at: { type: 'string', description: 'When the project last said whether it wants it.' },
    status: { type: 'string', description: 'Whether the project wants it.', enum: memberStatuses },
    schema: { readOnly: true, type: 'string' },
  },
};

/** What lists look like. */
function listOf(name: string, of: object, pages: object, links: readonly object[]): object {
  return {
    name,
    properties: { [name]: { type: 'array', items: of }, ...pages, schema: { type: 'string' } },
    links,
  };
}

const images = listOf('images', image, { first: { type: 'string' }, next: { type: 'string' } }, [
  { rel: 'first', href: '{first}' },
  { rel: 'next', href: '{next}' },
  { rel: 'describedby', href: '{schema}' },
]);
const members = listOf('members', member, {}, [{ rel: 'describedby', href: '{schema}' }]);

export const showSchemas: readonly ImagesEndpoint[] = Object.entries({ image, images, member, members }).map(
  ([name, schema]) =>
    endpoint({ route: `GET /v2/schemas/${name}`, policy: null, run: () => json(200, schema) }),
);
