import { badRequest } from '@berth/api-kit/http-error.ts';
import { bestMatch } from '@berth/api-kit/json/best-match.ts';
import { compileRules } from '@berth/api-kit/json/keywords.ts';
import { pythonReprUpTo } from '@berth/api-kit/json/python-text.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { visibilities } from '../../domain/image.ts';
import { containerFormats, diskFormats } from './formats.ts';

const text = (maxLength: number): JsonSchema => ({ type: ['null', 'string'], maxLength });

/** What every image has, in the order in which it is checked. Whatever else is said of one is a text. */
export const imageMembers = {
  id: {
    type: 'string',
    pattern: '^([0-9a-fA-F]){8}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){12}$',
  },
  name: text(255),
  status: {
    type: 'string',
    enum: [
      'queued',
      'saving',
      'active',
      'killed',
      'deleted',
      'uploading',
      'importing',
      'pending_delete',
      'deactivated',
    ],
  },
  visibility: { type: 'string', enum: visibilities },
  protected: { type: 'boolean' },
  os_hidden: { type: 'boolean' },
  checksum: text(32),
  os_hash_algo: text(64),
  os_hash_value: text(128),
  owner: text(255),
  size: { type: ['null', 'integer'] },
  virtual_size: { type: ['null', 'integer'] },
  container_format: { type: ['null', 'string'], enum: [null, ...containerFormats] },
  disk_format: { type: ['null', 'string'], enum: [null, ...diskFormats] },
  created_at: { type: 'string' },
  updated_at: { type: 'string' },
  tags: { type: 'array', items: { type: 'string', maxLength: 255 } },
  direct_url: { type: 'string' },
  min_ram: { type: 'integer' },
  min_disk: { type: 'integer' },
  self: { type: 'string' },
  file: { type: 'string' },
  stores: { type: 'string' },
  schema: { type: 'string' },
  locations: {
    type: 'array',
    items: {
      type: 'object',
      properties: { url: { type: 'string', maxLength: 255 }, metadata: { type: 'object' } },
      required: ['url', 'metadata'],
    },
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const rules = compileRules({ properties: imageMembers });

/** What is said of an image has to be as it is always said; the complaint is the one that the original picks of several. */
export function checkImageMembers(said: Readonly<Record<string, unknown>>): void {
  const extra = Object.entries(said).find(
    ([key, value]) => !Object.hasOwn(imageMembers, key) && typeof value !== 'string',
  );
  const own = rules.areKept(said) ? null : bestMatch(rules, said);
  // That something is of another type is told before what else is wrong with it, and that before what is wrong inside of it.
  const isFirst = own?.place?.depth === 1 && own.keyword === 'type';
  if (own !== null && (extra === undefined || isFirst)) throw invalid(own.message());
  if (extra !== undefined) throw invalid(`${pythonReprUpTo(longestValue, extra[1])} is not of type 'string'`);
  // A pattern of Python lets a line feed follow.
  const { id } = said;
  if (typeof id === 'string' && id.endsWith('\n'))
    throw invalid(`${pythonReprUpTo(longestValue, id)} is no id`);
  for (const [key, value] of Object.entries(said))
    if (!Object.hasOwn(imageMembers, key) && (value as string).length > longestProperty)
      throw badRequest(`A property may have ${longestProperty} characters.`);
}

const longestProperty = 65_535;
const longestValue = 10_000;

function invalid(message: string) {
  return badRequest(`Provided object does not match schema 'image': ${message}`);
}
