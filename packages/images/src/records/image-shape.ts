import { firstViolation } from '@berth/api-kit/json/first-violation.ts';
import { compileRules } from '@berth/api-kit/json/keywords.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { shortened } from '@berth/api-kit/json/shortened.ts';
import { isWellFormed, notWellFormed } from '@berth/api-kit/json/well-formed.ts';
import {
  type Image,
  type ImageContent,
  type ImageMember,
  memberStatuses,
  membersMax,
  propertiesMax,
  tagsMax,
  visibilities,
} from '../domain/image.ts';
import { containerFormats, diskFormats } from '../http/images/formats.ts';

/** What is wrong with what stands where an image should, in sentences. It takes nothing for granted. */
export function* imageProblems(image: unknown): Generator<string> {
  if (!rules.areKept(image)) {
    yield `${nameOf(image)}: ${shortened(firstViolation(rules, image).message())}`;
    return;
  }
  if (!isWellFormed(image)) yield `${nameOf(image)}: ${notWellFormed}`;
}

function nameOf(image: unknown): string {
  const id = typeof image === 'object' && image !== null && 'id' in image ? image.id : undefined;
  return typeof id === 'string' ? `image ${shortened(id)}` : 'an image without an id';
}

/** What each field is; one that is missing does not compile. */
type Shape<Thing> = { readonly [Field in keyof Thing]-?: JsonSchema };

function objectOf<Thing>(shape: Shape<Thing>, type: JsonSchema['type'] = 'object'): JsonSchema {
  return {
    type: type ?? 'object',
    properties: shape,
    required: Object.keys(shape),
    additionalProperties: false,
  };
}

const text: JsonSchema = { type: 'string', maxLength: 255 };
const textOrNull: JsonSchema = { type: ['string', 'null'], maxLength: 255 };
const instant: JsonSchema = { type: 'integer', minimum: 0, maximum: 8_640_000_000_000_000 };
const amount: JsonSchema = { type: 'integer', minimum: 0, maximum: 2_147_483_647 };
const bytes: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
/** The name of a file, so it must be nothing else. */
const fileId: JsonSchema = { type: 'string', pattern: '^[0-9a-f-]{36}$' };

const member: Shape<ImageMember> = {
  projectId: text,
  status: { type: 'string', enum: memberStatuses },
  createdAt: instant,
  updatedAt: instant,
};

const content: Shape<ImageContent> = {
  fileId,
  sizeBytes: bytes,
  virtualBytes: { ...bytes, type: ['integer', 'null'] },
  md5: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  sha512: { type: 'string', pattern: '^[0-9a-f]{128}$' },
};

const rules = compileRules(
  objectOf<Image>({
    id: { type: 'string', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' },
    name: textOrNull,
    status: { type: 'string', enum: ['queued', 'saving', 'active', 'deactivated'] },
    visibility: { type: 'string', enum: visibilities },
    owner: textOrNull,
    isProtected: { type: 'boolean' },
    isHidden: { type: 'boolean' },
    minMemoryMb: amount,
    minDiskGb: amount,
    diskFormat: { type: ['string', 'null'], enum: [null, ...diskFormats] },
    containerFormat: { type: ['string', 'null'], enum: [null, ...containerFormats] },
    tags: { type: 'array', items: text, maxItems: tagsMax, uniqueItems: true },
    properties: {
      type: 'object',
      patternProperties: { '^': { type: 'string', maxLength: 65_535 } },
      maxProperties: propertiesMax,
    },
    members: { type: 'array', items: objectOf(member), maxItems: membersMax },
    createdAt: instant,
    updatedAt: instant,
    content: objectOf(content, ['object', 'null']),
    uploadId: { ...fileId, type: ['string', 'null'] },
  }),
);
