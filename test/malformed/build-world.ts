import assert from 'node:assert/strict';
import { type Answer, ask, jsonOf, type Peer, succeeded } from '../differential/exchange.ts';
import { customClass, customTrait, type SeededConsumer, type SeededProvider, type World } from './world.ts';

/**
 * Makes the world, or puts it back after requests that were right by chance have changed it. They may have left
 * something that stands in the way (a name that is taken, a claim on all that there is): the world is then put back as
 * far as that goes.
 */
export async function buildWorld(
  peer: Peer,
  world: World,
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  const write: Write = async (method, path, body) => {
    const answer = await peer.send(ask(method, path, 39, body));
    if (isNew && !succeeded(answer))
      assert.fail(`${method} ${path} was answered with ${answer.status}: ${answer.text}`);
    return answer;
  };
  const read = async (path: string): Promise<Record<string, unknown>> =>
    (jsonOf(await peer.send(ask('GET', path, 39))) ?? {}) as Record<string, unknown>;

  await write('PUT', `/traits/${customTrait}`);
  await write('PUT', `/resource_classes/${customClass}`);
  for (const provider of world.providers) await buildProvider(write, read, provider, isNew);
  for (const consumer of world.consumers) await buildConsumer(write, read, consumer);
}

type Write = (method: string, path: string, body?: unknown) => Promise<Answer>;
type Read = (path: string) => Promise<Record<string, unknown>>;

async function buildProvider(
  write: Write,
  read: Read,
  provider: SeededProvider,
  isNew: boolean,
): Promise<void> {
  const { uuid, name, parent, inventories, traits, aggregates } = provider;
  const path = `/resource_providers/${uuid}`;
  const generation = async () => ({
    resource_provider_generation: (await read(`${path}/inventories`))['resource_provider_generation'],
  });
  const described = { name, parent_provider_uuid: parent };
  if (isNew) await write('POST', '/resource_providers', { ...described, uuid });
  else if ((await write('PUT', path, described)).status === 404)
    await write('POST', '/resource_providers', { ...described, uuid });
  await write('PUT', `${path}/inventories`, { inventories, ...(await generation()) });
  await write('PUT', `${path}/traits`, { traits, ...(await generation()) });
  await write('PUT', `${path}/aggregates`, { aggregates, ...(await generation()) });
}

async function buildConsumer(write: Write, read: Read, consumer: SeededConsumer): Promise<void> {
  const path = `/allocations/${consumer.uuid}`;
  const { consumer_generation = null } = await read(path);
  const allocations = Object.fromEntries(
    Object.entries(consumer.resources).map(([provider, resources]) => [provider, { resources }]),
  );
  const { project: project_id, user: user_id, type: consumer_type } = consumer;
  await write('PUT', path, { allocations, project_id, user_id, consumer_type, consumer_generation });
}
