import assert from 'node:assert/strict';
import { type NovaPolicy, startNova } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { type Answer, jsonOf, Peer } from '../../differential/exchange.ts';
import { holdingsIn } from './holdings.ts';
import type { ComparedSide } from './side.ts';

/** Aggregates are for the projects and traits that their metadata names; ours is told the same. */
const isolation = [
  'scheduler.limit_tenants_to_placement_aggregate=true',
  'scheduler.enable_isolated_aggregate_filtering=true',
];

/** How busy a host is the original knows from its last look at it, in the middle of whatever was then under way; at rest none is. */
const idle = 'filter_scheduler.io_ops_weight_multiplier=0';

/**
 * Every request has a second of its own: the original keeps no fractions of when a server was made, and lists those of one second in
 * the order of their ids. Its hosts do not fall silent for that.
 */
const options = [
  '--seed-clock',
  '--tick',
  '1',
  ...['service_down_time=1000000', idle, ...isolation].flatMap((setting) => ['--set', setting]),
];

/** Ours has no services but those of hosts; the original's others do their work without being listed, and hosts are numbered as ours are. */
const onlyComputes = [
  'delete from services where "binary" <> \'nova-compute\'',
  'update services set id = id - (select min(id) - 1 from services)',
];

/** The original, with its own hosts and its own Placement. */
export async function startOriginal(policy: NovaPolicy): Promise<ComparedSide> {
  const nova = await startNova({ policy, options });
  let peer = new Peer(nova.url);
  let placement = new Peer(nova.placementUrl);
  const down = new Set<string>();
  /** The last number of a server that is known. */
  let last = 0;
  const throughDoor = async (method: string, door: string, body?: object): Promise<Answer> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await peer.send({ method, path: `/_oracle/${door}`, headers: {}, ...sent });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  return {
    base: nova.url,
    send: (request) => peer.send(request),
    serversMade: async () => {
      const sql = 'select id, instance_uuid from instance_mappings where id > :last order by id';
      const made = await throughDoor('POST', 'sql', { db: 'api', sql, values: { last } });
      const { rows } = jsonOf(made) as { readonly rows: readonly (readonly [number, string])[] };
      last = rows.at(-1)?.[0] ?? last;
      return rows.map(([, id]) => id);
    },
    settle: async () => {
      const { busy_instances: busy } = jsonOf(await throughDoor('GET', 'settle?timeout=120')) as {
        readonly busy_instances: readonly { readonly host: string | null }[];
      };
      const waiting = busy.filter(({ host }) => host === null || !down.has(host));
      assert.deepEqual(waiting, [], 'servers of the original do not come to rest');
    },
    countOnHosts: async () =>
      void (await throughDoor('POST', 'hosts/*/periodic', { task: 'update_available_resource' })),
    holdings: () => holdingsIn(placement),
    turnHost: async (host, turn) => {
      if (down.has(host) === (turn === 'stop')) return;
      if (turn === 'stop') down.add(host);
      else down.delete(host);
      await throughDoor('POST', `hosts/${host}/${turn}`, {});
      // Hosts do not fall silent here, so that somebody has to say it.
      await throughDoor('POST', `hosts/${host}/force-down`, { forced_down: turn === 'stop' });
    },
    reset: async () => {
      await throughDoor('POST', 'reset');
      for (const sql of onlyComputes) await throughDoor('POST', 'sql', { db: 'cell1', sql });
      last = 0;
      down.clear();
      // It closes all connections.
      peer.close();
      placement.close();
      peer = new Peer(nova.url);
      placement = new Peer(nova.placementUrl);
    },
    stop: async () => {
      peer.close();
      placement.close();
      await nova.stop();
    },
  };
}
