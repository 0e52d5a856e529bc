import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { ClassName } from '@berth/engine/ids.ts';
import type { InventoryAmounts } from '@berth/engine/inventory.ts';
import { body } from '../body.ts';
import { className, floatMax, integer, integerMax, object } from '../fragments.ts';
import { versions } from '../versions.ts';

/** An inventory on the wire; what is left out has a default. */
export interface WireInventory {
  readonly total: number;
  readonly reserved?: number;
  readonly min_unit?: number;
  readonly max_unit?: number;
  readonly step_size?: number;
  readonly allocation_ratio?: number;
}

export interface WireInventories {
  readonly resource_provider_generation: number;
  readonly inventories: Readonly<Record<string, WireInventory>>;
}

const count: JsonSchema = { type: 'integer', maximum: integerMax, minimum: 1 };

const record: Readonly<Record<string, JsonSchema>> = {
  resource_provider_generation: integer,
  total: count,
  reserved: { type: 'integer', maximum: integerMax, minimum: 0 },
  min_unit: count,
  max_unit: count,
  step_size: count,
  allocation_ratio: { type: 'number', maximum: floatMax },
};

/** Also a part of what the reshaper takes. */
export const inventoriesSchema: JsonSchema = object(
  {
    resource_provider_generation: integer,
    inventories: { type: 'object', patternProperties: { [className]: object(record, ['total']) } },
  },
  ['resource_provider_generation', 'inventories'],
);

export function raiseInventory(wire: WireInventory): InventoryAmounts {
  return {
    total: wire.total,
    reserved: wire.reserved ?? 0,
    minUnit: wire.min_unit ?? 1,
    maxUnit: wire.max_unit ?? integerMax,
    stepSize: wire.step_size ?? 1,
    allocationRatio: wire.allocation_ratio ?? 1,
  };
}

export function raiseInventories(wire: WireInventories): Map<ClassName, InventoryAmounts> {
  return new Map(
    Object.entries(wire.inventories).map(([name, inventory]) => [
      name as ClassName,
      raiseInventory(inventory),
    ]),
  );
}

export const putInventoriesBody = versions.ladder([
  '1.0',
  body(inventoriesSchema, (wire: WireInventories) => ({
    expectedGeneration: wire.resource_provider_generation,
    inventories: raiseInventories(wire),
  })),
]);

export const putInventoryBody = versions.ladder([
  '1.0',
  body(
    object(record, ['total', 'resource_provider_generation']),
    (wire: WireInventory & { resource_provider_generation: number }) => ({
      expectedGeneration: wire.resource_provider_generation,
      amounts: raiseInventory(wire),
    }),
  ),
]);

export const postInventoryBody = versions.ladder([
  '1.0',
  body(
    object({ ...record, resource_class: { type: 'string', pattern: className } }, [
      'total',
      'resource_class',
    ]),
    (wire: WireInventory & { resource_class: string }) => ({
      resourceClass: wire.resource_class as ClassName,
      amounts: raiseInventory(wire),
    }),
  ),
]);
