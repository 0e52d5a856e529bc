import type { BerthProcess } from '../../malformed/berth-process.ts';
import type { Attack, Figure } from '../attack.ts';

/** Consumers in one request: as many as may be, and as fit into a body. */
const [allowed, tooMany] = [1_600, 20_000];
const clients = 8;

export const largeWrites: Attack = {
  name: 'large-writes',
  does: 'eight clients claim for 1,600 and for 20,000 consumers at a time, again and again',
  before: 'GET / 2.9 s for one of 30,000',
  prepare: async (berth) => {
    for (let index = 0; index < clients; index++) await makeProvider(berth, index);
  },
  run: async (berth, scale) => {
    const statuses = new Map<number, number>();
    const rounds = Math.max(1, Math.round(8 * scale));
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let round = 0; round < rounds; round++) {
          for (const count of [allowed, tooMany]) {
            const body = claims(client, round * allowed, count);
            const { status } = await send(berth, 'POST', '/allocations', body);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
        }
      }),
    );
    return [...statuses].map(([status, count]): Figure => ({ what: `answers ${status}`, value: `${count}` }));
  },
  growthMbMax: 400,
};

async function makeProvider(berth: BerthProcess, index: number): Promise<void> {
  await send(
    berth,
    'POST',
    '/resource_providers',
    JSON.stringify({ name: `host-${index}`, uuid: hostId(index) }),
  );
  const inventories = { VCPU: { total: 1_000_000 }, MEMORY_MB: { total: 1_000_000 } };
  const body = JSON.stringify({ resource_provider_generation: 0, inventories });
  await send(berth, 'PUT', `/resource_providers/${hostId(index)}/inventories`, body);
}

function claims(client: number, first: number, count: number): string {
  const allocations = `{"${hostId(client)}":{"resources":{"VCPU":1,"MEMORY_MB":1}}}`;
  const rest = `"allocations":${allocations},"project_id":"p","user_id":"u","consumer_generation":null,"consumer_type":"INSTANCE"`;
  const each = (index: number) => `"${consumerId(client, first + index)}":{${rest}}`;
  return `{${Array.from({ length: count }, (_, index) => each(index)).join()}}`;
}

const hostId = (index: number) => `10000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`;
const consumerId = (client: number, index: number) =>
  `2000000${client}-0000-4000-8000-${`${index}`.padStart(12, '0')}`;

async function send(
  berth: BerthProcess,
  method: string,
  path: string,
  body: string,
): Promise<{ status: number }> {
  const headers = {
    'x-auth-token': 'admin',
    'openstack-api-version': 'placement 1.39',
    'content-type': 'application/json',
  };
  const response = await fetch(`${berth.url}${path}`, { method, headers, body });
  await response.arrayBuffer();
  return response;
}
