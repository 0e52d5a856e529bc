import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import type { WireClaims } from '../allocations/bodies.ts';
import { claimsSchema, raiseClaims, shapes } from '../allocations/bodies.ts';
import { body } from '../body.ts';
import { object, uuidKey } from '../fragments.ts';
import type { WireInventories } from '../inventories/bodies.ts';
import { inventoriesSchema, raiseInventories } from '../inventories/bodies.ts';
import { versions } from '../versions.ts';

interface Wire {
  readonly inventories: Readonly<Record<string, WireInventories>>;
  readonly allocations: WireClaims;
}

/** At least one provider's inventories, else there is nothing to reshape; allocations there may be none of. */
const schema = (shape: JsonSchema): JsonSchema =>
  object(
    {
      inventories: {
        type: 'object',
        patternProperties: { [uuidKey]: inventoriesSchema },
        minProperties: 1,
        additionalProperties: false,
      },
      allocations: claimsSchema(shape, 0),
    },
    ['inventories', 'allocations'],
  );

const raise = ({ inventories, allocations }: Wire) => ({
  inventories: Object.entries(inventories).map(([id, wire]) => ({
    id: id as ProviderId,
    expectedGeneration: wire.resource_provider_generation,
    inventories: raiseInventories(wire),
  })),
  claims: raiseClaims(allocations),
});

export const reshaperBody = versions.ladder(
  ['1.30', body(schema(shapes['1.28']), raise)],
  ['1.34', body(schema(shapes['1.34']), raise)],
  ['1.38', body(schema(shapes['1.38']), raise)],
);
