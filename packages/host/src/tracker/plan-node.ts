import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import { type Driver, type Node, ReshapeNeeded } from '../driver.ts';
import { mergeProviderConfigs } from '../provider-config/merge-provider-configs.ts';
import type { ProviderConfig } from '../provider-config/provider-config.ts';
import type { ProviderTree } from '../provider-tree.ts';
import { mergeRootTraits } from './merge-root-traits.ts';

/** What is known on the host itself. */
export interface HostKnowledge {
  readonly driver: Driver;
  readonly configs: readonly ProviderConfig[];
  readonly isDisabled: boolean;
}

/** What is known about a node elsewhere. */
export interface TreeSource {
  /** What Placement has, the node's root among it, to be edited: another one each time. */
  tree(): Promise<ProviderTree>;
  /** What the consumers of that tree hold, to be edited. */
  allocations(): Promise<AllocationsByConsumer>;
}

/** What is to become of a node in Placement. */
export interface NodePlan {
  readonly node: Node;
  /** As Placement has it. */
  readonly current: ProviderTree;
  /** As it is to be. */
  readonly next: ProviderTree;
  /** What consumers are to hold, where inventory moves together with it; else null. */
  readonly move: PlannedMove | null;
  /** What is configured for providers that the node does not have, a line for each. */
  readonly absent: readonly string[];
}

export interface PlannedMove {
  /** Why the driver says that it is needed. */
  readonly reason: string;
  readonly before: AllocationsByConsumer;
  readonly after: AllocationsByConsumer;
}

/** The host has another name than Placement has for it. Placement's providers keep theirs. */
export class NodeNameError extends Error {
  override readonly name = 'NodeNameError';
}

/**
 * What Placement is to have of a node: what the driver says, with the traits of every host, with what operators add. Nothing is written.
 * What consumers hold is asked for only where the driver cannot do without, since there may be many of them.
 *
 * @throws {ReshapeNeeded} where inventory has to move, and may not.
 */
export async function planNode(
  host: HostKnowledge,
  node: Node,
  source: TreeSource,
  { mayReshape }: { readonly mayReshape: boolean },
): Promise<NodePlan> {
  const edited = await editedByDriver(host.driver, node, source, mayReshape);
  mergeRootTraits(edited.next, node.uuid, {
    capabilities: host.driver.capabilityTraits(),
    isDisabled: host.isDisabled,
  });
  const absent = mergeProviderConfigs(edited.next, host.configs, node.uuid);
  return { node, ...edited, absent };
}

type Edited = Pick<NodePlan, 'current' | 'next' | 'move'>;

async function editedByDriver(
  driver: Driver,
  node: Node,
  source: TreeSource,
  mayReshape: boolean,
): Promise<Edited> {
  const next = await treeWith(node, source);
  const current = next.copy();
  try {
    await driver.updateProviderTree(next, node.name);
    return { current, next, move: null };
  } catch (error) {
    if (!(error instanceof ReshapeNeeded) || !mayReshape) throw error;
    return await reshapedByDriver(driver, node, source, error.message);
  }
}

/** On another tree: the driver may have edited a part of the first one before it saw that something has to move. */
async function reshapedByDriver(
  driver: Driver,
  node: Node,
  source: TreeSource,
  reason: string,
): Promise<Edited> {
  const next = await treeWith(node, source);
  const current = next.copy();
  const after = await source.allocations();
  const before = structuredClone(after);
  await driver.updateProviderTree(next, node.name, after);
  return { current, next, move: { reason, before, after } };
}

async function treeWith({ uuid, name }: Node, source: TreeSource): Promise<ProviderTree> {
  const tree = await source.tree();
  const known = tree.data(uuid).name;
  if (known === name) return tree;
  throw new NodeNameError(
    `the node ${uuid} is called '${name}' here, and '${known}' in Placement, where providers keep their names`,
  );
}
