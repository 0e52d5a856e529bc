import { understood } from '../ask.ts';
import { boolean, byName, integer, listOf, members, nullable, optional, type Shape, text } from '../shape.ts';
import type { ServiceRequest, Transport } from '../transport.ts';
import { consumerShape } from './allocations.ts';
import { inventoriesShape } from './inventories.ts';
import type { AllocationsByConsumer, WholeProvider } from './records.ts';

/** A tree as it was at one moment. */
export interface WholeTree {
  /** The tree, parents first, and then those that share with it. None where nobody has the uuid. */
  readonly providers: readonly (WholeProvider & { readonly isSharing: boolean })[];
  /** Of all consumers that hold something of the tree; null where they were not asked for. */
  readonly allocations: AllocationsByConsumer | null;
  /** By which the service knows this answer again; null where it gives none. */
  readonly tag: string | null;
}

export interface WholeTreeOptions {
  readonly withAllocations: boolean;
  /** What the same call has brought before: it is returned again where the service says that nothing of it has changed. */
  readonly known?: WholeTree | undefined;
}

/** A call of Berth's own: others answer 404. In one answer it has what takes many calls else. */
export async function getWholeTree(
  transport: Transport,
  providerUuid: string,
  { withAllocations, known }: WholeTreeOptions,
): Promise<WholeTree> {
  const query = withAllocations ? '?allocations=true' : '';
  const path = `/berth/v1/provider_trees/${encodeURIComponent(providerUuid)}${query}`;
  const tag = known?.tag ?? null;
  const request: ServiceRequest = { method: 'GET', path, ...(tag === null ? {} : { ifNoneMatch: tag }) };
  const answer = await transport.send(request);
  if (known !== undefined && tag !== null && answer.status === 304) return known;
  return { ...understood(request, answer, wholeTree), tag: answer.headers['etag'] ?? null };
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

const wholeTree: Shape<Omit<WholeTree, 'tag'>> = (value, place) => {
  const shape = members({ providers: listOf(provider), allocations: optional(byName(consumerShape)) });
  const { providers, allocations } = shape(value, place);
  return { providers, allocations: allocations === undefined ? null : new Map(Object.entries(allocations)) };
};
