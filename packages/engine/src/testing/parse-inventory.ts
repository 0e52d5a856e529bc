import type { ClassName } from '../ids.ts';
import type { InventoryAmounts } from '../inventory.ts';
import { className } from './names.ts';

export interface ParsedInventory {
  readonly resourceClass: ClassName;
  readonly amounts: InventoryAmounts;
  /** How much of it is in use. */
  readonly used: number;
}

/** `VCPU:16`, or with details `VCPU:16(ratio=2,reserved=1,min=1,max=8,step=2,used=3)`; what is left out is usual. */
export function parseInventory(text: string): ParsedInventory {
  const [, name, total, list = ''] = pattern.exec(text) ?? [];
  if (name === undefined) throw new Error(`This is no inventory: ${text}`);
  const details = parseDetails(list);
  return {
    resourceClass: className(name),
    amounts: {
      total: Number(total),
      reserved: details.get('reserved') ?? 0,
      minUnit: details.get('min') ?? 1,
      maxUnit: details.get('max') ?? 2_147_483_647,
      stepSize: details.get('step') ?? 1,
      allocationRatio: details.get('ratio') ?? 1,
    },
    used: details.get('used') ?? 0,
  };
}

/** The inventories of a provider in a command: `VCPU:16 DISK_GB:100(reserved=10)`. */
export function inventories(text: string): Map<ClassName, InventoryAmounts> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return new Map(
    words.map((word) => {
      const { resourceClass, amounts } = parseInventory(word);
      return [resourceClass, amounts];
    }),
  );
}

/** The amounts of one inventory in a command, without its class: `16(reserved=2)`. */
export function amounts(text: string): InventoryAmounts {
  return parseInventory(`VCPU:${text}`).amounts;
}

const pattern = /^([A-Z0-9_]+):(\d+)(?:\(([^)]*)\))?$/;
const detailNames = ['ratio', 'reserved', 'min', 'max', 'step', 'used'];

function parseDetails(list: string): Map<string, number> {
  const details = new Map<string, number>();
  for (const detail of list === '' ? [] : list.split(',')) {
    const [name = '', value = ''] = detail.split('=');
    const number = Number(value);
    if (!detailNames.includes(name) || value === '' || Number.isNaN(number)) {
      throw new Error(`This is no detail of an inventory: ${detail}`);
    }
    details.set(name, number);
  }
  return details;
}
