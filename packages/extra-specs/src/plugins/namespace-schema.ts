import { noticers, relations } from '../definitions/definition.ts';

/**
 * The shape of a `Namespace`, for what comes from outside. A member that is not known here is refused rather than ignored, since
 * it is probably misspelled.
 */
const text = { type: 'string', minLength: 1, maxLength: 10_000 } as const;
const word = { type: 'string', minLength: 1, maxLength: 255 } as const;
const words = { type: 'array', items: word } as const;
const amount = {
  type: 'integer',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

function shape(required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) {
  return {
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional },
    additionalProperties: false,
  } as const;
}

function oneOf(tag: string, cases: readonly object[]) {
  return { type: 'object', discriminator: { propertyName: tag }, oneOf: cases } as const;
}

const parameters = {
  type: 'array',
  items: shape({ name: word, pattern: text, description: text }),
} as const;

const value = oneOf('type', [
  shape(
    { type: { const: 'string' } },
    {
      enum: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', maxLength: 255 } },
      pattern: text,
      description: text,
    },
  ),
  shape({ type: { const: 'integer' } }, { min: amount, max: amount, description: text }),
  shape({ type: { const: 'boolean' } }, { description: text }),
]);

const support = oneOf('status', [
  shape({ status: { const: 'supported' } }),
  shape({ status: { const: 'experimental' } }, { note: text }),
  shape(
    { status: { const: 'deprecated' }, since: word, replacedBy: { ...word, type: ['string', 'null'] } },
    { reason: text },
  ),
]);

const image = shape({
  property: word,
  relation: { enum: relations },
  noticed: { enum: noticers },
  rule: text,
});

const spec = shape(
  { name: word, value, description: text },
  {
    parameters,
    support,
    drivers: words,
    needs: { type: 'array', items: shape({ key: word }, { values: { ...words, minItems: 1 } }) },
    image,
  },
);

export const namespaceSchema = shape(
  {
    name: { ...word, type: ['string', 'null'] },
    description: text,
    specs: { type: 'array', minItems: 1, items: spec },
  },
  { parameters },
);
