import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ask, Peer, succeeded } from '../../differential/exchange.ts';
import type { BerthProcess } from '../../malformed/berth-process.ts';
import type { Attack } from '../attack.ts';
import { manyClients, rawGet } from '../many-clients.ts';

/** 40 hosts with 8 devices each: three groups find a place in 512 ways on each of them. */
async function nestedHosts(berth: BerthProcess): Promise<void> {
  const peer = new Peer(berth.url);
  const write = async (method: string, path: string, body: unknown): Promise<void> => {
    const answer = await peer.send(ask(method, path, 39, body));
    assert.ok(succeeded(answer), `${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  };
  for (let host = 0; host < 40; host++) {
    const root = randomUUID();
    await write('POST', '/resource_providers', { uuid: root, name: `host${host}` });
    for (let device = 0; device < 8; device++) {
      const uuid = randomUUID();
      const name = `host${host}-device${device}`;
      await write('POST', '/resource_providers', { uuid, name, parent_provider_uuid: root });
      await write('PUT', `/resource_providers/${uuid}/inventories`, {
        resource_provider_generation: 0,
        inventories: { VGPU: { total: 64 } },
      });
    }
  }
  peer.close();
}

const query = 'resources1=VGPU:1&resources2=VGPU:1&resources3=VGPU:1&group_policy=none';

export const unlimitedCandidates: Attack = {
  name: 'unlimited-candidates',
  does: '500 clients ask for 20,480 candidates each, at the same time',
  before: 'GET / waited 10.5 s',
  prepare: nestedHosts,
  run: async ({ port }, scale) => {
    const { mb, ended } = await manyClients({
      port,
      count: 500 * scale,
      request: rawGet(`/allocation_candidates?${query}`),
      forMs: 20_000 * scale,
    });
    return [
      { what: 'sent', value: `${mb} MB` },
      { what: 'answers that were whole', value: `${ended}` },
    ];
  },
  growthMbMax: 400,
};
