import type { Inventories, Inventory } from '@berth/client/placement/records.ts';
import { isCustomName, isResourceName } from '@berth/client/placement/resource-name.ts';
import { quote } from '@berth/client/quote.ts';
import { readInventory } from '@berth/client/yaml/read-inventory.ts';
import type { YamlReport } from '@berth/client/yaml/yaml-report.ts';
import { listAt, mappingAt, memberOf } from '@berth/client/yaml/yaml-shape.ts';
import { describeKind, type YamlMapping, type YamlTree } from '@berth/client/yaml/yaml-tree.ts';
import { warnOfUnknown } from './warn-of-unknown.ts';

/** The entries of what is added to a provider. */
export function additionsAt(
  provider: YamlMapping,
  noun: 'inventories' | 'traits',
  report: YamlReport,
): readonly YamlTree[] {
  const tree = memberOf(provider, noun);
  const mapping = tree === undefined ? null : mappingAt(tree, quote(noun), report);
  if (mapping === null) return [];
  warnOfUnknown(mapping, ['additional'], report);
  const additional = memberOf(mapping, 'additional');
  return additional === undefined ? [] : (listAt(additional, "'additional'", report) ?? []);
}

/** Each entry is a mapping from class to inventory. */
export function readInventories(items: readonly YamlTree[], report: YamlReport): Inventories {
  const inventories: Record<string, Inventory> = {};
  for (const item of items) {
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

export function readTraits(items: readonly YamlTree[], report: YamlReport): readonly string[] {
  const traits = new Set<string>();
  for (const item of items) {
    if (item.kind !== 'scalar' || typeof item.value !== 'string') {
      report.error(item.offset, `a trait is a text, and not ${describeKind(item)}`);
      continue;
    }
    checkName(item.value, 'trait', item.offset, report);
    traits.add(item.value);
  }
  return [...traits];
}

function checkName(name: string, noun: string, offset: number, report: YamlReport): void {
  if (!isResourceName(name)) {
    report.error(offset, `${quote(name)} is no name for a ${noun}: A to Z, 0 to 9 and _, up to 255 of them`);
  } else if (!isCustomName(name)) {
    report.error(offset, `${quote(name)} is not for operators to give: the name has to begin with CUSTOM_`);
  }
}
