import { ask, jsonOf, type Peer, type Request } from './exchange.ts';

/** The requests that together show everything a server holds of these consumers and of all its providers. */
export async function dumpRequests(peer: Peer, consumers: readonly string[]): Promise<Request[]> {
  const all = ask('GET', '/resource_providers', 39);
  const listed = jsonOf(await peer.send(all)) as { resource_providers: { uuid: string }[] } | undefined;
  const providers = (listed?.resource_providers ?? [])
    .map(({ uuid }) => `/resource_providers/${uuid}`)
    .sort();
  return [
    all,
    ...providers.flatMap((path) =>
      ['inventories', 'usages', 'aggregates', 'traits', 'allocations'].map((part) =>
        ask('GET', `${path}/${part}`, 39),
      ),
    ),
    ...consumers.map((uuid) => ask('GET', `/allocations/${uuid}`, 39)),
    ask('GET', '/resource_classes', 39),
    ask('GET', '/traits?name=startswith:CUSTOM_', 39),
  ];
}
