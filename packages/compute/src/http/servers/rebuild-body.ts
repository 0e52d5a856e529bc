import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { booleanWords } from '../fragments.ts';
import { versions } from '../versions.ts';
import { actionBody } from './action-endpoint.ts';
import type { WireFile } from './create-body.ts';
import {
  accessAddresses,
  adminPass,
  description,
  diskConfig,
  hostname,
  metadata,
  name,
  personality,
  shortHostname,
  trustedCertificates,
} from './server-fragments.ts';

export interface RebuildBody {
  readonly rebuild: {
    readonly imageRef: string;
    readonly name?: string;
    readonly adminPass?: string;
    readonly metadata?: Readonly<Record<string, string>>;
    readonly preserve_ephemeral?: string | boolean;
    readonly 'OS-DCF:diskConfig'?: 'AUTO' | 'MANUAL';
    readonly accessIPv4?: string;
    readonly accessIPv6?: string;
    readonly personality?: readonly WireFile[];
    readonly description?: string | null;
    readonly key_name?: string | null;
    readonly user_data?: string | null;
    readonly trusted_image_certificates?: readonly string[] | null;
    readonly hostname?: string;
  };
}

const always = {
  name,
  imageRef: { type: 'string', format: 'uuid' },
  adminPass,
  metadata,
  preserve_ephemeral: booleanWords,
  'OS-DCF:diskConfig': diskConfig,
  ...accessAddresses,
} as const satisfies Readonly<Record<string, JsonSchema>>;

const keyName: JsonSchema = { oneOf: [{ type: 'string', minLength: 1, maxLength: 255 }, { type: 'null' }] };
const userData: JsonSchema = {
  oneOf: [{ type: 'string', format: 'base64', maxLength: 65_535 }, { type: 'null' }],
};

// What is wrong is told in the order in which they stand here.
const filed = { ...always, personality };
const withData = { ...always, description, key_name: keyName, user_data: userData };
const trusting = { ...withData, trusted_image_certificates: trustedCertificates };

export const rebuildBody = versions.ladder<(sent: unknown) => RebuildBody>(
  ['2.1', bodyWith(filed)],
  ['2.19', bodyWith({ ...filed, description })],
  ['2.54', bodyWith({ ...filed, description, key_name: keyName })],
  ['2.57', bodyWith(withData)],
  ['2.63', bodyWith(trusting)],
  ['2.90', bodyWith({ ...trusting, hostname: shortHostname })],
  ['2.94', bodyWith({ ...trusting, hostname })],
);

function bodyWith(properties: Readonly<Record<string, JsonSchema>>): (sent: unknown) => RebuildBody {
  return actionBody<'rebuild', RebuildBody['rebuild']>('rebuild', {
    type: 'object',
    properties,
    required: ['imageRef'],
    additionalProperties: false,
  });
}
