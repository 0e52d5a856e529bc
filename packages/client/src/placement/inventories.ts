import { ask } from '../ask.ts';
import { byName, integer, members, number, optional, type Shape } from '../shape.ts';
import type { Transport } from '../transport.ts';
import { pathOf } from './providers.ts';
import type { Inventories, Inventory, ProviderInventories } from './records.ts';

export function getInventories(transport: Transport, providerUuid: string): Promise<ProviderInventories> {
  const path = `${pathOf(providerUuid)}/inventories`;
  return ask(transport, { method: 'GET', path }, providerInventories);
}

/** Replaces all of them, if the provider still has the generation. From 1.26 all of a total may be reserved. */
export function putInventories(
  transport: Transport,
  providerUuid: string,
  { generation, inventories }: ProviderInventories,
): Promise<ProviderInventories> {
  const path = `${pathOf(providerUuid)}/inventories`;
  const body = inventoriesBody({ generation, inventories });
  return ask(transport, { method: 'PUT', path, version: '1.26', body }, providerInventories);
}

export function inventoriesBody({ generation, inventories }: ProviderInventories): Record<string, unknown> {
  return { resource_provider_generation: generation, inventories: inventoriesOnWire(inventories) };
}

export function inventoriesOnWire(inventories: Inventories): Record<string, Record<string, number>> {
  const entries = Object.entries(inventories).map(([name, inventory]) => [name, inventoryBody(inventory)]);
  return Object.fromEntries(entries) as Record<string, Record<string, number>>;
}

/** Its members, and their names on the wire. */
export const wireNames = {
  total: 'total',
  reserved: 'reserved',
  minUnit: 'min_unit',
  maxUnit: 'max_unit',
  stepSize: 'step_size',
  allocationRatio: 'allocation_ratio',
} as const satisfies Record<keyof Inventory, string>;

function inventoryBody(inventory: Inventory): Record<string, number> {
  return Object.fromEntries(
    Object.entries(wireNames).flatMap(([member, name]) => {
      const value = inventory[member as keyof Inventory];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const inventoryShape = members({
  total: integer,
  reserved: optional(integer),
  min_unit: optional(integer),
  max_unit: optional(integer),
  step_size: optional(integer),
  allocation_ratio: optional(number),
});

export const inventoriesShape: Shape<Inventories> = byName((value, place): Inventory => {
  const found = inventoryShape(value, place);
  const told = Object.entries(wireNames).filter(([, name]) => found[name] !== undefined);
  // The total is among them, or the shape had thrown.
  return Object.fromEntries(told.map(([member, name]) => [member, found[name]])) as unknown as Inventory;
});

const providerInventories: Shape<ProviderInventories> = (value, place) => {
  const shape = members({ resource_provider_generation: integer, inventories: inventoriesShape });
  const { resource_provider_generation: generation, inventories } = shape(value, place);
  return { generation, inventories };
};
