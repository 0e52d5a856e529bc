import { inventoryFaults } from '../placement/inventory-faults.ts';
import { wireNames } from '../placement/inventories.ts';
import type { Inventory } from '../placement/records.ts';
import { quote } from '../quote.ts';
import type { YamlReport } from './yaml-report.ts';
import { mappingAt } from './yaml-shape.ts';
import type { YamlMember, YamlTree } from './yaml-tree.ts';

/** Files have the names of the wire. */
const members: ReadonlyMap<string, keyof Inventory> = new Map(
  Object.entries(wireNames).map(([member, name]) => [name, member as keyof Inventory]),
);

/**
 * What Placement would refuse is refused here, where the file can still be named. Members that are left out have Placement's defaults.
 */
export function readInventory(tree: YamlTree, report: YamlReport): Inventory | null {
  const mapping = mappingAt(tree, 'an inventory', report);
  if (mapping === null) return null;
  const inventory: Partial<Record<keyof Inventory, unknown>> = {};
  const places = new Map<keyof Inventory, YamlMember>();
  for (const [name, member] of mapping.members) {
    const known = members.get(name);
    if (known === undefined) {
      report.error(
        member.offset,
        `${quote(name)} is no member of an inventory; there are ${[...members.keys()].join(', ')}`,
      );
    } else {
      inventory[known] = member.tree.kind === 'scalar' ? member.tree.value : member.tree;
      places.set(known, member);
    }
  }
  const read = inventory as unknown as Inventory;
  const faults = inventoryFaults(read);
  for (const { member, text } of faults) {
    report.error(places.get(member)?.tree.offset ?? mapping.offset, `${wireNames[member]} ${text}`);
  }
  return faults.length > 0 ? null : read;
}
