import { badRequest } from '@berth/api-kit/http-error.ts';
import { pythonPattern } from '@berth/api-kit/json/python-pattern.ts';
import { pythonRepr } from '@berth/api-kit/json/python-text.ts';
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

/** What each number of an inventory may be, through whatever door it comes. */
export const inventoryNumbers: Readonly<Record<string, JsonSchema>> = {
  total: count,
  reserved: { type: 'integer', maximum: integerMax, minimum: 0 },
  min_unit: count,
  max_unit: count,
  step_size: count,
  allocation_ratio: { type: 'number', maximum: floatMax },
};

const record: Readonly<Record<string, JsonSchema>> = {
  resource_provider_generation: integer,
  ...inventoryNumbers,
};

/** Also a part of what the reshaper takes. */
export const inventoriesSchema: JsonSchema = object(
  {
    resource_provider_generation: integer,
    inventories: { type: 'object', patternProperties: { [className]: object(record, ['total']) } },
  },
  ['resource_provider_generation', 'inventories'],
);

function raiseInventory(wire: WireInventory): InventoryAmounts {
  checkRatio(wire.allocation_ratio);
  return {
    total: wire.total,
    reserved: wire.reserved ?? 0,
    minUnit: wire.min_unit ?? 1,
    maxUnit: wire.max_unit ?? integerMax,
    stepSize: wire.step_size ?? 1,
    allocationRatio: wire.allocation_ratio ?? 1,
  };
}

/**
 * The schema knows no lowest ratio, and -1e400 is JSON. Beyond the largest number that fits a capacity could be
 * infinite, which no answer could show.
 */
export function checkRatio(ratio: number | undefined): void {
  if (ratio === undefined || ratio >= -floatMax) return;
  throw badRequest(
    `JSON does not validate: ${pythonRepr(ratio)} is less than the minimum of ${pythonRepr(-floatMax)}`,
  );
}

export function raiseInventories(wire: WireInventories): Map<ClassName, InventoryAmounts> {
  return new Map(
    Object.entries(wire.inventories).map(([name, inventory]) => [
      name as ClassName,
      raiseInventory(isClassName.test(name) ? inventory : unseen),
    ]),
  );
}

const isClassName = pythonPattern(className);
/** What stands under a name that no class can have has not been checked by the schema. The name is refused in its turn. */
const unseen: WireInventory = { total: 1 };

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
