import type { ProviderData } from '../provider-data.ts';
import type { ProviderTree } from '../provider-tree.ts';
import {
  type ConfigTarget,
  describeTarget,
  type ProviderConfig,
  ProviderConfigError,
} from './provider-config.ts';

/**
 * Takes inventory off a node's tree that operators have configured, before the driver edits it: so the driver never takes it for its own,
 * and what is there afterwards under the same name is the driver's. A provider that is not the driver's would otherwise have in the second
 * pass what was added in the first, as if somebody reported it.
 */
export function takeOffProviderConfigs(
  tree: ProviderTree,
  configs: readonly ProviderConfig[],
  nodename: string,
): void {
  for (const config of configs) {
    for (const uuid of providersOf(config.target, tree, configs, nodename)) {
      const others = Object.entries(tree.data(uuid).inventory).filter(
        ([resourceClass]) => !Object.hasOwn(config.inventories, resourceClass),
      );
      tree.updateInventory(uuid, Object.fromEntries(others));
    }
  }
}

/**
 * Adds what operators have configured to a node's tree that the driver has just edited, all or nothing. Trees of other nodes have it already,
 * and are left alone. Returns what was left out because the node has no such provider, a line for each.
 *
 * @throws {ProviderConfigError} where a class is the driver's, or one provider is configured by its uuid and by its name.
 */
export function mergeProviderConfigs(
  tree: ProviderTree,
  configs: readonly ProviderConfig[],
  nodename: string,
): readonly string[] {
  const absent: string[] = [];
  const additions = new Map<string, ProviderConfig>();
  const errors: string[] = [];
  for (const config of configs) {
    const uuids = providersOf(config.target, tree, configs, nodename);
    if (uuids.length === 0 && config.target.kind !== 'compute-nodes') {
      absent.push(
        `${config.place}: there is no provider '${describeTarget(config.target)}'; this is ignored`,
      );
    }
    for (const uuid of uuids) {
      const earlier = additions.get(uuid);
      if (earlier === undefined) additions.set(uuid, config);
      else
        errors.push(
          `${config.place}: the same provider is configured at ${earlier.place}, by ${other(config)}`,
        );
    }
  }
  for (const [uuid, config] of additions) errors.push(...conflicts(tree.data(uuid), config));
  if (errors.length > 0) throw new ProviderConfigError(errors);

  for (const [uuid, { inventories, traits }] of additions) {
    tree.updateInventory(uuid, { ...tree.data(uuid).inventory, ...inventories });
    tree.addTraits(uuid, ...traits);
  }
  return absent;
}

/** Of the node's own: its root, and all below it. */
function providersOf(
  target: ConfigTarget,
  tree: ProviderTree,
  configs: readonly ProviderConfig[],
  nodename: string,
): string[] {
  const root = tree.data(nodename);
  if (target.kind === 'compute-nodes') {
    const named = new Set(configs.map((config) => describeTarget(config.target)));
    return named.has(root.uuid) || named.has(root.name) ? [] : [root.uuid];
  }
  const wanted = describeTarget(target);
  if (!tree.exists(wanted)) return [];
  const { uuid } = tree.data(wanted);
  return tree.getProviderUuidsInTree(uuid)[0] === root.uuid ? [uuid] : [];
}

function conflicts({ name, inventory }: ProviderData, { inventories, place }: ProviderConfig): string[] {
  return Object.keys(inventories)
    .filter((resourceClass) => Object.hasOwn(inventory, resourceClass))
    .map((resourceClass) => `${place}: the driver reports ${resourceClass} of '${name}' itself; take it out`);
}

function other({ target }: ProviderConfig): string {
  return target.kind === 'name' ? 'its uuid' : 'its name';
}
