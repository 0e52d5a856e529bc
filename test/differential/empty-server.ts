import { ask, jsonOf, type Peer, succeeded } from './exchange.ts';

/** Removes everything from a server through its API: consumers, providers, custom traits and classes. */
export async function emptyServer(peer: Peer): Promise<void> {
  const get = async <T>(path: string): Promise<T> => {
    const answer = await peer.send(ask('GET', path, 39));
    if (answer.status !== 200)
      throw new Error(`cannot empty the server: GET ${path}: ${answer.status} ${answer.text}`);
    return jsonOf(answer) as T;
  };
  const remove = async (path: string): Promise<void> => {
    const answer = await peer.send(ask('DELETE', path, 39));
    if (!succeeded(answer))
      throw new Error(`cannot empty the server: DELETE ${path}: ${answer.status} ${answer.text}`);
  };

  const { resource_providers: providers } = await get<{ resource_providers: Listed[] }>(
    '/resource_providers',
  );
  const consumers = new Set<string>();
  for (const { uuid } of providers) {
    const { allocations } = await get<{ allocations: object }>(`/resource_providers/${uuid}/allocations`);
    for (const consumer of Object.keys(allocations)) consumers.add(consumer);
  }
  for (const consumer of consumers) await remove(`/allocations/${consumer}`);
  for (const uuid of leavesFirst(providers)) await remove(`/resource_providers/${uuid}`);
  const { traits } = await get<{ traits: string[] }>('/traits?name=startswith:CUSTOM_');
  for (const name of traits) await remove(`/traits/${name}`);
  const { resource_classes: classes } = await get<{ resource_classes: { name: string }[] }>(
    '/resource_classes',
  );
  for (const { name } of classes) if (name.startsWith('CUSTOM_')) await remove(`/resource_classes/${name}`);
}

type Listed = { readonly uuid: string; readonly parent_provider_uuid: string | null };

function leavesFirst(providers: readonly Listed[]): string[] {
  const parents = new Map(providers.map((provider) => [provider.uuid, provider.parent_provider_uuid]));
  const depth = (uuid: string): number => {
    const parent = parents.get(uuid) ?? null;
    return parent === null ? 0 : 1 + depth(parent);
  };
  return [...parents.keys()].sort((left, right) => depth(right) - depth(left));
}
