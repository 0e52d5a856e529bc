import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ask, Peer, succeeded } from '../differential/exchange.ts';
import type { BerthProcess } from '../malformed/berth-process.ts';

/** Makes so many changes at least: consumers on one provider, many with each request. */
export async function fillFeed(berth: BerthProcess, changes: number): Promise<void> {
  const peer = new Peer(berth.url);
  const write = async (method: string, path: string, body: unknown): Promise<void> => {
    const answer = await peer.send(ask(method, path, 36, body));
    assert.ok(succeeded(answer), `${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  };
  const provider = randomUUID();
  await write('POST', '/resource_providers', { uuid: provider, name: provider });
  await write('PUT', `/resource_providers/${provider}/inventories`, {
    resource_provider_generation: 0,
    inventories: { VCPU: { total: 2_000_000_000 } },
  });
  for (let made = 0; made < changes; made += atOnce) {
    const consumers = Array.from({ length: atOnce }, () => [
      randomUUID(),
      {
        allocations: { [provider]: { resources: { VCPU: 1 } } },
        project_id: 'project',
        user_id: 'user',
        consumer_generation: null,
      },
    ]);
    await write('POST', '/allocations', Object.fromEntries(consumers));
  }
  peer.close();
}

const atOnce = 500;
