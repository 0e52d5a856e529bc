import { ask, tell, understood } from '../ask.ts';
import { byName, integer, members, nullable, optional, type Shape, text } from '../shape.ts';
import type { Transport } from '../transport.ts';
import { pathOf } from './providers.ts';
import type {
  AllocationRequest,
  AllocationsByConsumer,
  ConsumerAllocations,
  Resources,
  TypedAllocations,
} from './records.ts';

/** All that a consumer holds; null where it holds nothing, since Placement then does not know it. */
export function getAllocations(
  transport: Transport,
  consumerUuid: string,
): Promise<ConsumerAllocations | null> {
  return ask(transport, { method: 'GET', path: pathTo(consumerUuid), version: '1.28' }, consumerOrNobody);
}

/** The same with what kind of consumer it is (1.38): 'INSTANCE'; null where nobody has said so, and where Placement is older. */
export async function getTypedAllocations(
  transport: Transport,
  consumerUuid: string,
): Promise<TypedAllocations | null> {
  const request = { method: 'GET', path: pathTo(consumerUuid), version: '1.38' } as const;
  const answer = await transport.send(request);
  if (answer.status === 406) {
    const held = await getAllocations(transport, consumerUuid);
    return held === null ? null : { ...held, consumerType: null };
  }
  return understood(request, answer, typedOrNobody);
}

/** Replaces all that a consumer holds, if it still has the generation. Without allocations it holds nothing from then on. */
export async function putAllocations(
  transport: Transport,
  consumerUuid: string,
  held: ConsumerAllocations,
): Promise<void> {
  const body = allocationsBody(held);
  await tell(transport, { method: 'PUT', path: pathTo(consumerUuid), version: '1.28', body });
}

/** The same at the version at which candidates are asked for, so that one can be claimed with the groups it serves. */
export async function putClaim(
  transport: Transport,
  consumerUuid: string,
  claim: ConsumerAllocations & Partial<Pick<AllocationRequest, 'mappings'>>,
): Promise<void> {
  const { mappings } = claim;
  const body = { ...allocationsBody(claim), ...(mappings === undefined ? {} : { mappings }) };
  await tell(transport, { method: 'PUT', path: pathTo(consumerUuid), version: '1.36', body });
}

/** For several consumers at once, or for none of them. */
export async function postAllocations(transport: Transport, held: AllocationsByConsumer): Promise<void> {
  const body = allocationsByConsumerBody(held);
  await tell(transport, { method: 'POST', path: '/allocations', version: '1.28', body });
}

/** Whatever generation the consumer has. */
export async function deleteAllocations(transport: Transport, consumerUuid: string): Promise<void> {
  await tell(transport, { method: 'DELETE', path: pathTo(consumerUuid) });
}

/** Who holds something of a provider. */
export async function listConsumersOf(transport: Transport, providerUuid: string): Promise<string[]> {
  const path = `${pathOf(providerUuid)}/allocations`;
  const { allocations } = await ask(transport, { method: 'GET', path }, anyAllocations);
  return Object.keys(allocations);
}

/** Who holds how much of a provider. */
export async function listHoldingsOf(
  transport: Transport,
  providerUuid: string,
): Promise<ReadonlyMap<string, Resources>> {
  const path = `${pathOf(providerUuid)}/allocations`;
  const { allocations } = await ask(transport, { method: 'GET', path }, holdings);
  return new Map(Object.entries(allocations).map(([uuid, { resources }]) => [uuid, resources]));
}

export function allocationsByConsumerBody(held: AllocationsByConsumer): Record<string, unknown> {
  return Object.fromEntries(Array.from(held, ([uuid, each]) => [uuid, allocationsBody(each)]));
}

function allocationsBody(held: ConsumerAllocations): Record<string, unknown> {
  // Of a provider from which all was moved away, nothing is left to tell, and Placement takes no empty amounts.
  const providers = Object.entries(held.allocations).filter(
    ([, { resources }]) => Object.keys(resources).length > 0,
  );
  return {
    allocations: Object.fromEntries(providers),
    project_id: held.projectId,
    user_id: held.userId,
    consumer_generation: held.consumerGeneration,
  };
}

function pathTo(consumerUuid: string): string {
  return `/allocations/${encodeURIComponent(consumerUuid)}`;
}

const anyAllocations = members({ allocations: byName((value) => value) });

const held = members({
  allocations: byName((value, place): ConsumerAllocations['allocations'][string] => {
    const { generation, resources } = ofProvider(value, place);
    return { ...(generation === undefined ? {} : { generation }), resources };
  }),
  project_id: text,
  user_id: text,
  consumer_generation: nullable(integer),
});

const ofProvider = members({ generation: optional(integer), resources: byName(integer) });

export const consumerShape: Shape<ConsumerAllocations> = (value, place) => {
  const { allocations, project_id, user_id, consumer_generation } = held(value, place);
  return { allocations, projectId: project_id, userId: user_id, consumerGeneration: consumer_generation };
};

const holdings = members({ allocations: byName(members({ resources: byName(integer) })) });

const typedOrNobody: Shape<TypedAllocations | null> = (value, place) => {
  const held = consumerOrNobody(value, place);
  if (held === null) return null;
  const { consumer_type } = members({ consumer_type: text })(value, place);
  return { ...held, consumerType: consumer_type === 'unknown' ? null : consumer_type };
};

const consumerOrNobody: Shape<ConsumerAllocations | null> = (value, place) => {
  const isNobody = Object.keys(anyAllocations(value, place).allocations).length === 0;
  return isNobody ? null : consumerShape(value, place);
};
