import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ask, Peer, succeeded } from '../../differential/exchange.ts';
import type { BerthProcess } from '../../malformed/berth-process.ts';
import type { Attack } from '../attack.ts';
import { manyClients, rawGet } from '../many-clients.ts';

async function hosts(berth: BerthProcess, scale: number): Promise<void> {
  const peer = new Peer(berth.url);
  const write = async (method: string, path: string, body: unknown): Promise<void> => {
    const answer = await peer.send(ask(method, path, 39, body));
    assert.ok(succeeded(answer), `${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  };
  for (let host = 0; host < 2_000 * scale; host++) {
    const uuid = randomUUID();
    await write('POST', '/resource_providers', { uuid, name: `host${host}` });
    await write('PUT', `/resource_providers/${uuid}/inventories`, {
      resource_provider_generation: 0,
      inventories: { VCPU: { total: 1 + (host % 7) }, MEMORY_MB: { total: 512 } },
    });
  }
  peer.close();
}

export const explanations: Attack = {
  name: 'explanations',
  does: '200 clients ask why there is nothing, at the same time',
  before: 'GET / waited 7.4 s',
  prepare: hosts,
  run: async ({ port }, scale) => {
    const { mb, ended } = await manyClients({
      port,
      count: 200 * scale,
      request: rawGet('/berth/v1/explain/allocation_candidates?resources=VCPU:8,MEMORY_MB:1024'),
      forMs: 20_000 * scale,
    });
    return [
      { what: 'sent', value: `${mb} MB` },
      { what: 'explanations', value: `${ended}` },
    ];
  },
  growthMbMax: 200,
};
