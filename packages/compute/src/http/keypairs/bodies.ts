import type { KeypairType } from '@berth/compute-engine/keypairs/keypair.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { takenBody } from '../taken-body.ts';
import { versions } from '../versions.ts';

/** What makes a key pair: without a key, one is made. */
export interface CreateKeypairBody {
  readonly keypair: {
    readonly name: string;
    readonly public_key?: string;
    readonly type?: KeypairType;
    readonly user_id?: string;
  };
}

const named = (format: string): JsonSchema => ({ type: 'string', minLength: 1, maxLength: 255, format });

const name: JsonSchema = { allOf: [named('name'), named('keypair_name')] };
/** From 2.92 on. */
export const addressLikeName: JsonSchema = { allOf: [named('name'), named('keypair_name_292')] };
const public_key: JsonSchema = { type: 'string' };
export const type: JsonSchema = { type: 'string', enum: ['ssh', 'x509'] };
/** The original takes ids of any length. */
const user_id: JsonSchema = { type: 'string', maxLength: 255 };

export const createKeypairBody = versions.ladder(
  ['2.1', keypairBody({ name, public_key }, ['name'])],
  ['2.2', keypairBody({ name, type, public_key }, ['name'])],
  ['2.10', keypairBody({ name, type, public_key, user_id }, ['name'])],
  ['2.92', keypairBody({ name: addressLikeName, type, public_key, user_id }, ['name', 'public_key'])],
);

function keypairBody(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): (sent: unknown) => CreateKeypairBody {
  return takenBody<CreateKeypairBody>({
    type: 'object',
    properties: { keypair: { type: 'object', properties, required, additionalProperties: false } },
    required: ['keypair'],
    additionalProperties: false,
  });
}
