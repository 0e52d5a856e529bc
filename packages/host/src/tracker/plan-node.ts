import type { AllocationsByConsumer } from '@berth/client/placement/records.ts';
import { type Driver, type Node, ReshapeNeeded } from '../driver.ts';
import { mergeProviderConfigs, takeOffProviderConfigs } from '../provider-config/merge-provider-configs.ts';
import type { ProviderConfig } from '../provider-config/provider-config.ts';
import type { ProviderTree } from '../provider-tree.ts';
import { mergeRootTraits } from './merge-root-traits.ts';

/** What is known on the host itself. */
export interface HostKnowledge {
  readonly driver: Driver;
  readonly configs: readonly ProviderConfig[];
  /** Null: compute says so of its hosts. */
  readonly isDisabled: boolean | null;
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
  const edited = await editedByDriver(host, node, source, mayReshape);
  mergeRootTraits(edited.next, node.uuid, {
    capabilities: host.driver.capabilityTraits(),
    isDisabled: host.isDisabled,
  });
  const absent = mergeProviderConfigs(edited.next, host.configs, node.uuid);
  return { node, ...edited, absent };
}

type Edited = Pick<NodePlan, 'current' | 'next' | 'move'>;

async function editedByDriver(
  host: HostKnowledge,
  node: Node,
  source: TreeSource,
  mayReshape: boolean,
): Promise<Edited> {
  const { current, next } = await treesFor(host, node, source);
  try {
    await host.driver.updateProviderTree(next, node.name);
    return { current, next, move: null };
  } catch (error) {
    if (!(error instanceof ReshapeNeeded) || !mayReshape) throw error;
    return await reshapedByDriver(host, node, source, error.message);
  }
}

/** On another tree: the driver may have edited a part of the first one before it saw that something has to move. */
async function reshapedByDriver(
  host: HostKnowledge,
  node: Node,
  source: TreeSource,
  reason: string,
): Promise<Edited> {
  const { current, next } = await treesFor(host, node, source);
  const after = await source.allocations();
  const before = structuredClone(after);
  await host.driver.updateProviderTree(next, node.name, after);
  return { current, next, move: { reason, before, after } };
}

/** What Placement has, and the same to be edited by the driver. */
async function treesFor(
  { configs }: HostKnowledge,
  { uuid, name }: Node,
  source: TreeSource,
): Promise<Pick<NodePlan, 'current' | 'next'>> {
  const next = await source.tree();
  const known = next.data(uuid).name;
  if (known !== name) {
    throw new NodeNameError(
      `the node ${uuid} is called '${name}' here, and '${known}' in Placement, where providers keep their names`,
    );
  }
  const current = next.copy();
  takeOffProviderConfigs(next, configs, uuid);
  return { current, next };
}
