import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { booleanWords } from '../fragments.ts';
import { printableText } from '../printable-text.ts';
import { takenBody } from '../taken-body.ts';
import { versions } from '../versions.ts';

const wholeNumber = (minimum: 0 | 1): JsonSchema => ({
  type: ['integer', 'string'],
  pattern: '^[0-9]+$',
  minimum,
  maximum: 2_147_483_647,
});

export const description: JsonSchema = {
  type: ['string', 'null'],
  minLength: 0,
  maxLength: 65_535,
  pattern: printableText,
};

export const sizes = {
  name: { type: 'string', minLength: 1, maxLength: 255, format: 'name' },
  id: {
    type: ['string', 'number', 'null'],
    minLength: 1,
    maxLength: 255,
    pattern: '^(?! )[a-zA-Z0-9. _-]+(?<! )$',
  },
  ram: wholeNumber(1),
  vcpus: wholeNumber(1),
  disk: wholeNumber(0),
  'OS-FLV-EXT-DATA:ephemeral': wholeNumber(0),
  swap: wholeNumber(0),
  rxtx_factor: {
    type: ['number', 'string'],
    pattern: '^[0-9]+(\\.[0-9]+)?$',
    exclusiveMinimum: 0,
    maximum: 3.40282e38,
  },
  'os-flavor-access:is_public': booleanWords,
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** What makes a flavor; numbers may be sent as digits. */
export interface CreateFlavorBody {
  readonly flavor: {
    readonly name: string;
    readonly id?: string | number | null;
    readonly ram: string | number;
    readonly vcpus: string | number;
    readonly disk: string | number;
    readonly 'OS-FLV-EXT-DATA:ephemeral'?: string | number;
    readonly swap?: string | number;
    readonly rxtx_factor?: string | number;
    readonly 'os-flavor-access:is_public'?: string | boolean;
    readonly description?: string | null;
  };
}

export const createFlavorBody = versions.ladder(
  ['2.1', flavorBody<CreateFlavorBody>(sizes, ['name', 'ram', 'vcpus', 'disk'])],
  ['2.55', flavorBody<CreateFlavorBody>({ ...sizes, description }, ['name', 'ram', 'vcpus', 'disk'])],
);

export interface UpdateFlavorBody {
  readonly flavor: { readonly description: string | null };
}

export const updateFlavorBody = flavorBody<UpdateFlavorBody>({ description }, ['description']);

function flavorBody<Wire>(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): (sent: unknown) => Wire {
  return takenBody<Wire>({
    type: 'object',
    properties: { flavor: { type: 'object', properties, required, additionalProperties: false } },
    required: ['flavor'],
    additionalProperties: false,
  });
}
