import { inventoriesOnWire } from '@berth/client/placement/inventories.ts';
import type { Inventory } from '@berth/client/placement/records.ts';
import type { ProviderDifference } from '@berth/host/tree-difference.ts';
import type { NodeView, PlacedView } from './node-view.ts';

/** A node for machines, with the names that Placement has for things. */
export function viewAsJson({ node, tree, placed }: NodeView, isDiff: boolean): object {
  return {
    uuid: node.uuid,
    name: node.name,
    providers: tree.getProviderUuids(node.uuid).map((uuid) => {
      const { name, parentUuid, generation, inventory, traits, aggregates } = tree.data(uuid);
      return {
        uuid,
        name,
        parent_provider_uuid: parentUuid,
        generation,
        inventories: inventoriesOnWire(inventory),
        traits: [...traits].sort(),
        aggregates: [...aggregates].sort(),
        usages: placed === null ? null : (placed.usages.get(uuid) ?? {}),
      };
    }),
    ...(isDiff && placed !== null ? differenceAsJson(placed) : {}),
  };
}

function differenceAsJson({ difference, reshape }: PlacedView): object {
  return {
    difference: difference.map(providerAsJson),
    reshape:
      reshape === null
        ? null
        : {
            reason: reshape.reason,
            consumers: reshape.moves.map(({ consumer, before, after }) => ({
              uuid: consumer,
              before,
              after,
            })),
            problems: reshape.problems,
          },
  };
}

function providerAsJson({ kind, uuid, name, inventories, traits, aggregates }: ProviderDifference): object {
  const wire = (inventory: Inventory | null) =>
    inventory === null ? null : inventoriesOnWire({ any: inventory })['any'];
  return {
    kind,
    uuid,
    name,
    inventories: Object.fromEntries(
      inventories.map(({ resourceClass, before, after }) => [
        resourceClass,
        { before: wire(before), after: wire(after) },
      ]),
    ),
    traits,
    aggregates,
  };
}
