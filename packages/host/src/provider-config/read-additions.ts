import type { Inventories, Inventory } from '@berth/client/placement/records.ts';
import { inventoryFaults } from '../inventory-faults.ts';
import { quote } from '../quote.ts';
import { isCustomName, isResourceName } from '../resource-name.ts';
import type { ConfigReport } from './config-report.ts';
import { listAt, mappingAt, memberOf, warnOfUnknown } from './config-shape.ts';
import { describeKind, type YamlMapping, type YamlMember, type YamlTree } from './yaml-tree.ts';

/** The inventories that are added to a provider: a list of mappings from class to inventory. */
export function readInventories(provider: YamlMapping, report: ConfigReport): Inventories {
  const inventories: Record<string, Inventory> = {};
  for (const item of additionsAt(provider, 'inventories', report)) {
    const classes = mappingAt(item, "an entry of 'inventories'", report);
    for (const [name, { offset, tree }] of classes?.members ?? []) {
      checkName(name, 'resource class', offset, report);
      const inventory = readInventory(tree, report);
      if (Object.hasOwn(inventories, name)) report.error(offset, `${quote(name)} is given twice`);
      if (inventory !== null) inventories[name] = inventory;
    }
  }
  return inventories;
}

export function readTraits(provider: YamlMapping, report: ConfigReport): readonly string[] {
  const traits = new Set<string>();
  for (const item of additionsAt(provider, 'traits', report)) {
    if (item.kind !== 'scalar' || typeof item.value !== 'string') {
      report.error(item.offset, `a trait is a text, and not ${describeKind(item)}`);
      continue;
    }
    checkName(item.value, 'trait', item.offset, report);
    traits.add(item.value);
  }
  return [...traits];
}

function additionsAt(
  provider: YamlMapping,
  noun: 'inventories' | 'traits',
  report: ConfigReport,
): readonly YamlTree[] {
  const tree = memberOf(provider, noun);
  const mapping = tree === undefined ? null : mappingAt(tree, quote(noun), report);
  if (mapping === null) return [];
  warnOfUnknown(mapping, ['additional'], report);
  const additional = memberOf(mapping, 'additional');
  return additional === undefined ? [] : (listAt(additional, "'additional'", report) ?? []);
}

function checkName(name: string, noun: string, offset: number, report: ConfigReport): void {
  if (!isResourceName(name)) {
    report.error(offset, `${quote(name)} is no name for a ${noun}: A to Z, 0 to 9 and _, up to 255 of them`);
  } else if (!isCustomName(name)) {
    report.error(offset, `${quote(name)} is not for operators to give: the name has to begin with CUSTOM_`);
  }
}

const members: Readonly<Record<string, keyof Inventory | undefined>> = {
  total: 'total',
  reserved: 'reserved',
  min_unit: 'minUnit',
  max_unit: 'maxUnit',
  step_size: 'stepSize',
  allocation_ratio: 'allocationRatio',
};

/**
 * What Placement would refuse is refused here, where the file can still be named. Members that are left out have Placement's defaults.
 */
function readInventory(tree: YamlTree, report: ConfigReport): Inventory | null {
  const mapping = mappingAt(tree, 'an inventory', report);
  if (mapping === null) return null;
  const inventory: Partial<Record<keyof Inventory, unknown>> = {};
  const places = new Map<keyof Inventory, YamlMember>();
  for (const [name, member] of mapping.members) {
    const known = Object.hasOwn(members, name) ? members[name] : undefined;
    if (known === undefined) {
      report.error(
        member.offset,
        `${quote(name)} is no member of an inventory; there are ${Object.keys(members).join(', ')}`,
      );
    } else {
      inventory[known] = member.tree.kind === 'scalar' ? member.tree.value : member.tree;
      places.set(known, member);
    }
  }
  const read = inventory as unknown as Inventory;
  const faults = inventoryFaults(read);
  for (const { member, text } of faults) {
    report.error(places.get(member)?.tree.offset ?? mapping.offset, `${wireName(member)} ${text}`);
  }
  return faults.length > 0 ? null : read;
}

function wireName(member: keyof Inventory): string {
  return member.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
}
