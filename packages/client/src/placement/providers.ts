import { ask, tell } from '../ask.ts';
import { integer, listOf, members, nullable, type Shape, text } from '../shape.ts';
import type { Transport } from '../transport.ts';
import { anyOf, piecesOf } from './query.ts';
import type { ProviderRecord } from './records.ts';

/** What is told of a provider before 1.14. */
export type PlainProvider = Pick<ProviderRecord, 'uuid' | 'name' | 'generation'>;

export interface NewProvider {
  readonly uuid: string;
  readonly name: string;
  readonly parentUuid?: string | null;
}

/** All that there are. */
export function listProviders(transport: Transport): Promise<ProviderRecord[]> {
  return ask(transport, { method: 'GET', path: '/resource_providers', version: '1.14' }, providerList);
}

/** Those that have the trait. */
export function listProvidersWith(transport: Transport, trait: string): Promise<ProviderRecord[]> {
  const path = `/resource_providers?required=${encodeURIComponent(trait)}`;
  return ask(transport, { method: 'GET', path, version: '1.18' }, providerList);
}

/** All providers of the tree that this one is in; none where nobody has the uuid. */
export function listProvidersInTree(transport: Transport, uuid: string): Promise<ProviderRecord[]> {
  const path = `/resource_providers?in_tree=${encodeURIComponent(uuid)}`;
  return ask(transport, { method: 'GET', path, version: '1.14' }, providerList);
}

/** Those that share what they have with all that are in one of the aggregates. */
export async function listSharingProviders(
  transport: Transport,
  aggregates: readonly string[],
): Promise<ProviderRecord[]> {
  const found = new Map<string, ProviderRecord>();
  for (const piece of piecesOf(aggregates)) {
    const path = `/resource_providers?member_of=${anyOf(piece)}&required=MISC_SHARES_VIA_AGGREGATE`;
    const providers = await ask(transport, { method: 'GET', path, version: '1.18' }, providerList);
    for (const provider of providers) found.set(provider.uuid, provider);
  }
  return [...found.values()];
}

export async function findProviderByName(transport: Transport, name: string): Promise<PlainProvider | null> {
  const path = `/resource_providers?name=${encodeURIComponent(name)}`;
  const [found] = await ask(transport, { method: 'GET', path }, plainProviderList);
  return found ?? null;
}

export function getProvider(transport: Transport, uuid: string): Promise<ProviderRecord> {
  return ask(transport, { method: 'GET', path: pathOf(uuid), version: '1.14' }, providerShape);
}

export function createProvider(
  transport: Transport,
  { uuid, name, parentUuid = null }: NewProvider,
): Promise<ProviderRecord> {
  const body = { uuid, name, ...(parentUuid === null ? {} : { parent_provider_uuid: parentUuid }) };
  return ask(
    transport,
    { method: 'POST', path: '/resource_providers', version: '1.20', body },
    providerShape,
  );
}

/** Gives it a name and a parent, or none. From 1.37 on it may have had another one. */
export function updateProvider(
  transport: Transport,
  { uuid, name, parentUuid = null }: NewProvider,
): Promise<ProviderRecord> {
  const body = { name, parent_provider_uuid: parentUuid };
  return ask(transport, { method: 'PUT', path: pathOf(uuid), version: '1.37', body }, providerShape);
}

export async function deleteProvider(transport: Transport, uuid: string): Promise<void> {
  await tell(transport, { method: 'DELETE', path: pathOf(uuid) });
}

export function pathOf(providerUuid: string): string {
  return `/resource_providers/${encodeURIComponent(providerUuid)}`;
}

const plain = { uuid: text, name: text, generation: integer };

const plainProviderList: Shape<PlainProvider[]> = (value, place) =>
  members({ resource_providers: listOf(members(plain)) })(value, place).resource_providers;

const placed = members({ ...plain, parent_provider_uuid: nullable(text), root_provider_uuid: text });

export const providerShape: Shape<ProviderRecord> = (value, place) => {
  const { uuid, name, generation, parent_provider_uuid, root_provider_uuid } = placed(value, place);
  return { uuid, name, generation, parentUuid: parent_provider_uuid, rootUuid: root_provider_uuid };
};

const providerList: Shape<ProviderRecord[]> = (value, place) =>
  members({ resource_providers: listOf(providerShape) })(value, place).resource_providers;
