import type { ProviderData } from '../provider-data.ts';
import type { ProviderTree } from '../provider-tree.ts';
import {
  type ConfigTarget,
  describeTarget,
  type ProviderConfig,
  ProviderConfigError,
} from './provider-config.ts';

/**
 * Adds what operators have configured to a node's tree that the driver has just edited, all or nothing: until then a provider has only the
 * inventory that is the driver's. Trees of other nodes have it already, and are left alone. Returns what was left out because the node has no
 * such provider, a line for each.
 *
 * @throws {ProviderConfigError} where a class is the driver's, or one provider is configured by its uuid and by its name.
 */
export function mergeProviderConfigs(
  tree: ProviderTree,
  configs: readonly ProviderConfig[],
  nodename: string,
): readonly string[] {
  const own = new Set(tree.getProviderUuids(nodename));
  const absent: string[] = [];
  const additions = new Map<string, ProviderConfig>();
  const errors: string[] = [];
  for (const config of configs) {
    const uuids = providersOf(config.target, tree, configs).filter((uuid) => own.has(uuid));
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

function providersOf(target: ConfigTarget, tree: ProviderTree, configs: readonly ProviderConfig[]): string[] {
  if (target.kind === 'uuid') return tree.exists(target.uuid) ? [target.uuid] : [];
  if (target.kind === 'name') return tree.exists(target.name) ? [tree.data(target.name).uuid] : [];
  const named = new Set(configs.map((config) => describeTarget(config.target)));
  return tree.getProviderUuids().filter((uuid) => {
    const { name, parentUuid, traits } = tree.data(uuid);
    return parentUuid === null && traits.has('COMPUTE_NODE') && !named.has(uuid) && !named.has(name);
  });
}

function conflicts({ name, inventory }: ProviderData, { inventories, place }: ProviderConfig): string[] {
  return Object.keys(inventories)
    .filter((resourceClass) => Object.hasOwn(inventory, resourceClass))
    .map((resourceClass) => `${place}: the driver reports ${resourceClass} of '${name}' itself; take it out`);
}

function other({ target }: ProviderConfig): string {
  return target.kind === 'name' ? 'its uuid' : 'its name';
}
