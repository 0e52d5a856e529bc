import { ask, jsonOf, type Peer, type Request } from '../differential/exchange.ts';

/** The newest version, which shows the most. */
const minor = 39;

/** The requests that together show all that a server holds: every GET that names or lists something. */
export async function* everyGet(peer: Peer): AsyncGenerator<Request> {
  const get = (path: string): Request => ask('GET', path, minor);
  const read = async <Body>(path: string): Promise<Body> => {
    const answer = await peer.send(get(path));
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`);
    return jsonOf(answer) as Body;
  };
  yield get('/');
  yield get('/resource_classes');
  const { resource_classes: classes } = await read<{ resource_classes: { name: string }[] }>(
    '/resource_classes',
  );
  for (const { name } of classes) yield get(`/resource_classes/${name}`);
  yield get('/traits');
  yield get('/traits?name=startswith:CUSTOM_');
  yield get('/traits?associated=true');
  const { traits } = await read<{ traits: string[] }>('/traits');
  for (const name of traits) yield get(`/traits/${name}`);

  yield get('/resource_providers');
  const { resource_providers: providers } = await read<{ resource_providers: { uuid: string }[] }>(
    '/resource_providers',
  );
  const consumers = new Set<string>();
  for (const { uuid } of providers) {
    const path = `/resource_providers/${uuid}`;
    yield get(path);
    for (const part of ['inventories', 'usages', 'aggregates', 'traits', 'allocations']) {
      yield get(`${path}/${part}`);
    }
    yield get(`/resource_providers?in_tree=${uuid}`);
    const { allocations } = await read<{ allocations: object }>(`${path}/allocations`);
    for (const consumer of Object.keys(allocations)) consumers.add(consumer);
  }
  const owners = new Set<string>();
  for (const consumer of consumers) {
    yield get(`/allocations/${consumer}`);
    const owner = await read<{ project_id: string; user_id: string }>(`/allocations/${consumer}`);
    owners.add(`project_id=${encodeURIComponent(owner.project_id)}`);
    owners.add(
      `project_id=${encodeURIComponent(owner.project_id)}&user_id=${encodeURIComponent(owner.user_id)}`,
    );
  }
  for (const query of owners) yield get(`/usages?${query}`);
}
