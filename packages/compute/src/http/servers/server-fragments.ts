import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { printableText } from '../printable-text.ts';

export const name: JsonSchema = { type: 'string', minLength: 1, maxLength: 255, format: 'name' };

/** Words of its owner's about a server, or about an image that is made of it. */
export const metadata: JsonSchema = {
  type: 'object',
  patternProperties: { '^[a-zA-Z0-9-_:. ]{1,255}$': { type: 'string', maxLength: 255 } },
  additionalProperties: false,
};

export const flavorRef: JsonSchema = { type: ['string', 'integer'], minLength: 1 };

export const diskConfig: JsonSchema = { type: 'string', enum: ['AUTO', 'MANUAL'] };

export const accessAddresses = {
  accessIPv4: { type: 'string', format: 'ipv4' },
  accessIPv6: { type: 'string', format: 'ipv6' },
} as const satisfies Readonly<Record<string, JsonSchema>>;

export const description: JsonSchema = {
  type: ['string', 'null'],
  minLength: 0,
  maxLength: 255,
  pattern: printableText,
};

export const tag: JsonSchema = { type: 'string', minLength: 1, maxLength: 60, pattern: '^[^,/]*$' };

export const personality: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, contents: { type: 'string', format: 'base64' } },
    additionalProperties: false,
  },
};

/** How long the id of a certificate may be; the original has no bound, and each server keeps its own. */
export const certificateIdMax = 255;

export const trustedCertificates: JsonSchema = {
  type: ['array', 'null'],
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: certificateIdMax },
};

/** From 2.90 on: one label; from 2.94 on a whole name. */
export const shortHostname: JsonSchema = {
  type: 'string',
  minLength: 2,
  maxLength: 63,
  pattern: '^[a-zA-Z0-9]+[a-zA-Z0-9-]*[a-zA-Z0-9]+$',
};
export const hostname: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[a-zA-Z0-9-._]*$',
};

/** A password that somebody has chosen. The original has no bound; here it waits in memory until a host has set it. */
export const adminPass: JsonSchema = { type: 'string', maxLength: 255 };
