import { ask } from '../ask.ts';
import { boolean, byName, integer, listOf, members, nullable, optional, type Shape, text } from '../shape.ts';
import type { Transport } from '../transport.ts';
import { consumerShape } from './allocations.ts';
import { inventoriesShape } from './inventories.ts';
import type { AllocationsByConsumer, WholeProvider } from './records.ts';

/** A tree as it was at one moment. */
export interface WholeTree {
  /** The tree, parents first, and then those that share with it. None where nobody has the uuid. */
  readonly providers: readonly (WholeProvider & { readonly isSharing: boolean })[];
  /** Of all consumers that hold something of the tree; null where they were not asked for. */
  readonly allocations: AllocationsByConsumer | null;
}

/** A call of Berth's own: others answer 404. In one answer it has what takes many calls else. */
export function getWholeTree(
  transport: Transport,
  providerUuid: string,
  { withAllocations }: { readonly withAllocations: boolean },
): Promise<WholeTree> {
  const query = withAllocations ? '?allocations=true' : '';
  const path = `/berth/v1/provider_trees/${encodeURIComponent(providerUuid)}${query}`;
  return ask(transport, { method: 'GET', path }, wholeTree);
}

const told = members({
  uuid: text,
  name: text,
  generation: integer,
  parent_provider_uuid: nullable(text),
  root_provider_uuid: text,
  inventories: inventoriesShape,
  traits: listOf(text),
  aggregates: listOf(text),
  is_sharing: boolean,
});

const provider: Shape<WholeTree['providers'][number]> = (value, place) => {
  const { parent_provider_uuid, root_provider_uuid, is_sharing, ...rest } = told(value, place);
  return {
    ...rest,
    parentUuid: parent_provider_uuid,
    rootUuid: root_provider_uuid,
    isSharing: is_sharing,
  };
};

const wholeTree: Shape<WholeTree> = (value, place) => {
  const shape = members({ providers: listOf(provider), allocations: optional(byName(consumerShape)) });
  const { providers, allocations } = shape(value, place);
  return { providers, allocations: allocations === undefined ? null : new Map(Object.entries(allocations)) };
};
