import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { takenBody } from '../taken-body.ts';

const text = { type: 'string', minLength: 1, maxLength: 255 } as const satisfies JsonSchema;

/** As it is kept. */
export const name: JsonSchema = { ...text, format: 'name' };
export const hostName: JsonSchema = { ...text, pattern: '^[a-zA-Z0-9-._]*$' };
export const metadataKey = '^[a-zA-Z0-9-_:. ]{1,255}$';
export const metadataValue = { type: 'string', maxLength: 255 } as const satisfies JsonSchema;

const zone: JsonSchema = { oneOf: [{ ...text, format: 'az_name' }, { type: 'null' }] };

export interface CreateAggregateBody {
  readonly aggregate: { readonly name: string; readonly availability_zone?: string | null };
}

export const createAggregateBody = under<CreateAggregateBody>('aggregate', {
  properties: { name, availability_zone: zone },
  required: ['name'],
  additionalProperties: false,
});

/** At least one of the two is there. */
export interface UpdateAggregateBody {
  readonly aggregate: { readonly name?: string; readonly availability_zone?: string | null };
}

export const updateAggregateBody = under<UpdateAggregateBody>('aggregate', {
  properties: { name: { ...text, format: 'name_with_leading_trailing_spaces' }, availability_zone: zone },
  // Before what has to be there: clients see which of the two it was.
  additionalProperties: false,
  anyOf: [{ required: ['name'] }, { required: ['availability_zone'] }],
});

interface HostBody {
  readonly host: string;
}

const host = { properties: { host: hostName }, required: ['host'], additionalProperties: false };
export const addHostBody = under<{ readonly add_host: HostBody }>('add_host', host);
export const removeHostBody = under<{ readonly remove_host: HostBody }>('remove_host', host);

export interface SetMetadataBody {
  readonly set_metadata: { readonly metadata: Readonly<Record<string, string | null>> };
}

export const setMetadataBody = under<SetMetadataBody>('set_metadata', {
  properties: {
    metadata: {
      type: 'object',
      patternProperties: { [metadataKey]: { ...metadataValue, type: ['string', 'null'] } },
      additionalProperties: false,
    },
  },
  required: ['metadata'],
  additionalProperties: false,
});

export interface CacheImagesBody {
  readonly cache: readonly { readonly id: string }[];
}

export const cacheImagesBody = takenBody<CacheImagesBody>({
  type: 'object',
  properties: {
    cache: {
      type: ['array'],
      minItems: 1,
      items: {
        type: 'object',
        properties: { id: { type: 'string', format: 'uuid' } },
        additionalProperties: false,
        required: ['id'],
      },
    },
  },
  required: ['cache'],
  additionalProperties: false,
});

function under<Wire>(key: string, schema: JsonSchema): (sent: unknown) => Wire {
  return takenBody<Wire>({
    type: 'object',
    properties: { [key]: { type: 'object', ...schema } },
    required: [key],
    additionalProperties: false,
  });
}
