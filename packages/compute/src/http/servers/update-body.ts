import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { takenBody } from '../taken-body.ts';
import { versions } from '../versions.ts';
import {
  accessAddresses,
  description,
  diskConfig,
  hostname,
  name,
  shortHostname,
} from './server-fragments.ts';

export interface UpdateBody {
  readonly server: {
    readonly name?: string;
    readonly accessIPv4?: string;
    readonly accessIPv6?: string;
    readonly 'OS-DCF:diskConfig'?: 'AUTO' | 'MANUAL';
    readonly description?: string | null;
    readonly hostname?: string;
  };
}

const always = { name, 'OS-DCF:diskConfig': diskConfig, ...accessAddresses };

export const updateBody = versions.ladder(
  ['2.1', bodyWith(always)],
  ['2.19', bodyWith({ ...always, description })],
  ['2.90', bodyWith({ ...always, description, hostname: shortHostname })],
  ['2.94', bodyWith({ ...always, description, hostname })],
);

function bodyWith(properties: Readonly<Record<string, JsonSchema>>): (sent: unknown) => UpdateBody {
  return takenBody<UpdateBody>({
    type: 'object',
    properties: { server: { type: 'object', properties, additionalProperties: false } },
    required: ['server'],
    additionalProperties: false,
  });
}
