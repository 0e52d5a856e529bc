import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import {
  type ServerGroupPolicy,
  serverGroupPolicies,
} from '@berth/compute-engine/server-groups/server-group.ts';
import { takenBody } from '../taken-body.ts';
import { versions } from '../versions.ts';

/** What makes a group, as the versions have said it: one policy in a list, later by itself and with a rule. */
export interface CreateServerGroupBody {
  readonly server_group: {
    readonly name: string;
    readonly policies?: readonly [ServerGroupPolicy];
    readonly policy?: ServerGroupPolicy;
    readonly rules?: { readonly max_server_per_host?: string | number };
  };
}

export const name: JsonSchema = { type: 'string', minLength: 1, maxLength: 255, format: 'name' };

const policies = (allowed: readonly string[]): JsonSchema => ({
  type: 'array',
  prefixItems: [{ type: 'string', enum: allowed }],
  uniqueItems: true,
  minItems: 1,
  maxItems: 1,
});

const hardPolicies = ['anti-affinity', 'affinity'] as const satisfies readonly ServerGroupPolicy[];

export const policy: JsonSchema = { type: 'string', enum: serverGroupPolicies };

export const perHost = {
  type: ['integer', 'string'],
  pattern: '^[0-9]*$',
  minimum: 1,
  // The original has no end, and shows whatever number was sent.
  maximum: 2_147_483_647,
  minLength: 1,
} as const satisfies JsonSchema;

const rules: JsonSchema = {
  type: 'object',
  properties: { max_server_per_host: perHost },
  additionalProperties: false,
};

export const createServerGroupBody = versions.ladder(
  ['2.1', groupBody({ name, policies: policies(hardPolicies) }, ['name', 'policies'])],
  ['2.15', groupBody({ name, policies: policies(serverGroupPolicies) }, ['name', 'policies'])],
  ['2.64', groupBody({ name, policy, rules }, ['name', 'policy'])],
);

function groupBody(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): (sent: unknown) => CreateServerGroupBody {
  return takenBody<CreateServerGroupBody>({
    type: 'object',
    properties: { server_group: { type: 'object', properties, required, additionalProperties: false } },
    required: ['server_group'],
    additionalProperties: false,
  });
}
