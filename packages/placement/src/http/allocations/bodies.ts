import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { AllocationFacts } from '@berth/engine/changes.ts';
import type { Claim } from '@berth/engine/commands/claim.ts';
import type { ClassName, ConsumerId, ProviderId } from '@berth/engine/ids.ts';
import { body } from '../body.ts';
import { className, identity, integer, object, uuidKey, uuidText, wordSuffix } from '../fragments.ts';
import { versions } from '../versions.ts';

/** What a consumer is to hold, raised from the shape of any version. Project and user are absent before 1.8. */
export type WantedAllocations = Omit<Claim, 'consumerId' | 'projectId' | 'userId'> & {
  readonly projectId?: string;
  readonly userId?: string;
};

const amounts: JsonSchema = {
  type: 'object',
  minProperties: 1,
  patternProperties: { [className]: { type: 'integer', minimum: 1 } },
  additionalProperties: false,
};

/** As `object`, but here an unknown member is told before a missing one. */
const closedObject = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  required,
});

const allocationList: JsonSchema = {
  type: 'array',
  minItems: 1,
  items: object({ resource_provider: closedObject({ uuid: uuidText }, ['uuid']), resources: amounts }, [
    'resource_provider',
    'resources',
  ]),
};

/** Keys are providers. Empty, where that is allowed, means: give everything back. */
const allocationMap = (minProperties: number): JsonSchema => ({
  type: 'object',
  minProperties,
  patternProperties: {
    // What is read can be written back as it is, with the generation of the provider in it.
    [uuidKey]: object({ generation: integer, resources: amounts }, ['resources']),
  },
  additionalProperties: false,
});

const owner = { project_id: identity, user_id: identity };
const consumer_generation: JsonSchema = { type: ['integer', 'null'], additionalProperties: false };
const mappings: JsonSchema = {
  type: 'object',
  minProperties: 1,
  patternProperties: { [wordSuffix]: { type: 'array', minItems: 1, items: uuidText } },
};
const consumer_type: JsonSchema = { type: 'string', pattern: className, minLength: 1, maxLength: 255 };

const owned = ['allocations', 'project_id', 'user_id'];
const generated = [...owned, 'consumer_generation'];

/** The shapes of one consumer's allocations, named for the version that brought them. */
export const shapes = {
  '1.0': object({ allocations: allocationList }, ['allocations']),
  '1.8': object({ allocations: allocationList, ...owner }, owned),
  '1.12': closedObject({ allocations: allocationMap(1), ...owner }, owned),
  '1.13': closedObject({ allocations: allocationMap(0), ...owner }, owned),
  '1.28': closedObject({ allocations: allocationMap(0), ...owner, consumer_generation }, generated),
  '1.34': closedObject({ allocations: allocationMap(0), ...owner, consumer_generation, mappings }, generated),
  '1.38': closedObject(
    { allocations: allocationMap(0), ...owner, consumer_generation, mappings, consumer_type },
    [...generated, 'consumer_type'],
  ),
};

interface WireList {
  readonly allocations: readonly {
    readonly resource_provider: { readonly uuid: string };
    readonly resources: Readonly<Record<string, number>>;
  }[];
  readonly project_id?: string;
  readonly user_id?: string;
}

export interface WireMap {
  readonly allocations: Readonly<Record<string, { readonly resources: Readonly<Record<string, number>> }>>;
  readonly project_id: string;
  readonly user_id: string;
  readonly consumer_generation?: number | null;
  readonly consumer_type?: string;
}

/** A provider that is listed twice counts as it was listed last. */
function raiseList(wire: WireList): WantedAllocations {
  const byProvider = new Map(wire.allocations.map((each) => [each.resource_provider.uuid, each.resources]));
  return {
    allocations: [...byProvider].flatMap(([providerId, resources]) => allocationsOf(providerId, resources)),
    ...(wire.project_id === undefined ? {} : { projectId: wire.project_id }),
    ...(wire.user_id === undefined ? {} : { userId: wire.user_id }),
  };
}

function raiseMap(wire: WireMap): WantedAllocations & { projectId: string; userId: string } {
  const allocations: AllocationFacts[] = [];
  for (const [providerId, { resources }] of Object.entries(wire.allocations))
    allocations.push(...allocationsOf(providerId, resources));
  const wanted = { allocations, projectId: wire.project_id, userId: wire.user_id };
  const { consumer_generation: expectedGeneration, consumer_type: type } = wire;
  if (expectedGeneration === undefined) return wanted;
  // Whoever names a type (1.38) names a generation, too (1.28).
  return type === undefined ? { ...wanted, expectedGeneration } : { ...wanted, expectedGeneration, type };
}

function allocationsOf(providerId: string, resources: Readonly<Record<string, number>>): AllocationFacts[] {
  return Object.entries(resources).map(([resourceClass, amount]) => ({
    providerId: providerId as ProviderId,
    resourceClass: resourceClass as ClassName,
    amount,
  }));
}

/** Several consumers at once, by their ids: POST /allocations and the reshaper. */
export type WireClaims = Readonly<Record<string, WireMap>>;

export function raiseClaims(wire: WireClaims): Claim[] {
  return Object.entries(wire).map(([consumerId, each]) => ({
    consumerId: consumerId as ConsumerId,
    ...raiseMap(each),
  }));
}

export function claimsSchema(shape: JsonSchema, minProperties: number): JsonSchema {
  return {
    type: 'object',
    minProperties,
    additionalProperties: false,
    patternProperties: { [uuidKey]: shape },
  };
}

export const putAllocationsBody = versions.ladder(
  ['1.0', body(shapes['1.0'], raiseList)],
  ['1.8', body(shapes['1.8'], raiseList)],
  ['1.12', body(shapes['1.12'], raiseMap)],
  ['1.28', body(shapes['1.28'], raiseMap)],
  ['1.34', body(shapes['1.34'], raiseMap)],
  ['1.38', body(shapes['1.38'], raiseMap)],
);

export const postAllocationsBody = versions.ladder(
  ['1.13', body(claimsSchema(shapes['1.13'], 1), raiseClaims)],
  ['1.28', body(claimsSchema(shapes['1.28'], 1), raiseClaims)],
  ['1.34', body(claimsSchema(shapes['1.34'], 1), raiseClaims)],
  ['1.38', body(claimsSchema(shapes['1.38'], 1), raiseClaims)],
);
