import type { JsonSchema } from '@berth/api-kit/json/schema.ts';

/** Pieces that bodies are made of. */
export const boolean: JsonSchema = { type: 'boolean', enum: [true, false] };
/** Not of white space alone, whatever Python takes for that. */
const notBlank = '[^\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+';

export const name: JsonSchema = { type: 'string', minLength: 1, maxLength: 255, pattern: notBlank };
/** Of projects and domains. */
export const shortName: JsonSchema = { type: 'string', minLength: 1, maxLength: 64, pattern: notBlank };
export const idString: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-zA-Z0-9-]+$',
};
export const description: JsonSchema = { type: 'string' };
export const url: JsonSchema = {
  type: 'string',
  minLength: 0,
  maxLength: 225,
  pattern: '^[a-zA-Z0-9+.-]+:.+',
};

/** Of what is limited. */
export const resourceName: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };
/** How much of something there may be; -1: as much as there is. */
export const amount: JsonSchema = { type: 'integer', minimum: -1, maximum: 0x7fffffff };

const tag: JsonSchema = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^,/]*$' };
export const tags: JsonSchema = { type: 'array', items: tag, maxItems: 80, uniqueItems: true };

export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values, ...rest } = schema;
  return {
    ...rest,
    type: typeof type === 'string' ? [type, 'null'] : (type ?? 'null'),
    ...(values ? { enum: [...values, null] } : {}),
  };
}

/** What may be set of a thing that cannot be changed by mistake. */
export const options: JsonSchema = {
  type: 'object',
  properties: { immutable: nullable(boolean) },
  additionalProperties: false,
};
