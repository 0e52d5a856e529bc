import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { booleanWords } from '../fragments.ts';
import { takenBody } from '../taken-body.ts';
import { versions } from '../versions.ts';

/** Until 2.52: which service is meant; what is to become of it is in the path. */
export interface NamedServiceBody {
  readonly host: string;
  readonly binary: string;
  readonly disabled_reason?: string;
  readonly forced_down?: string | boolean;
}

/** From 2.53 on: what is to become of the service of the path. */
export interface ServiceBody {
  readonly status?: 'enabled' | 'disabled';
  readonly disabled_reason?: string;
  readonly forced_down?: string | boolean;
}

const binary: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };
const host: JsonSchema = { ...binary, pattern: '^[a-zA-Z0-9-._]*$' };
const disabled_reason: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };

const named = { host, binary, disabled_reason };

export const namedServiceBody = versions.ladder(
  ['2.1', namedBody(named)],
  ['2.11', namedBody({ ...named, forced_down: booleanWords })],
);

function namedBody(properties: Readonly<Record<string, JsonSchema>>): (sent: unknown) => NamedServiceBody {
  return takenBody<NamedServiceBody>({
    type: 'object',
    properties,
    required: ['host', 'binary'],
    additionalProperties: false,
  });
}

export const takeServiceBody = takenBody<ServiceBody>({
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['enabled', 'disabled'] },
    disabled_reason,
    forced_down: booleanWords,
  },
  additionalProperties: false,
});
