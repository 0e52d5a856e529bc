import { badRequest } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { Compute } from '@berth/compute-engine/compute-state.ts';
import { FirstOf } from '@berth/compute-engine/first-of.ts';
import { migrationUnderWay } from '@berth/compute-engine/moves/migration-changes.ts';
import type { Server } from '@berth/compute-engine/servers/server.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { json } from '../endpoint.ts';
import { takenQuery } from '../taken-query.ts';
import { admitKnownAgent, agentParameter } from './agent-in.ts';
import { hostEndpoint, hostIn } from './host-app.ts';
import { missingAgent } from './register-host.ts';

/** How many servers a page has, and how many can be asked about. */
const pageMax = 500;
const idsMax = 100;

/**
 * What should be on the host: all of its servers, page by page in the order of their numbers; or what became of those that are asked
 * about, wherever they are.
 */
export const listHostServers = hostEndpoint({
  route: 'GET /berth/v1/hosts/{host}/servers',
  input: (_sent, { query }) => takeQuery(query),
  run: async (context, _found, query) => {
    const { app } = context;
    await admitKnownAgent(context, query.agent?.[0] ?? missingAgent());
    const host = hostIn(context);
    const { compute } = app.cloud;
    const { id: ids } = query;
    if (ids && ids.length > idsMax) throw badRequest(`At most ${idsMax} servers can be asked about.`);
    if (ids) return json(200, { servers: ids.map((id) => fateView(compute, host, id as ConsumerId)) });
    const page = pageAfter(compute, host, Number(query.after?.[0] ?? 0));
    return json(200, { servers: page.map((server) => fateView(compute, host, server.id)) });
  },
});

function pageAfter({ servers }: Compute, host: string, after: number): readonly Server[] {
  const first = new FirstOf<Server>(pageMax, (one, other) => one.number - other.number);
  for (const server of servers.onHost(host)) if (server.number > after) first.add(server);
  return first.inOrder();
}

function fateView(
  { servers, orders, migrations }: Compute,
  host: string,
  id: ConsumerId,
): Record<string, unknown> {
  const server = servers.get(id);
  if (!server) return { id, fate: 'unknown' };
  const { number, vmState, taskState, powerState, deletedAt, place } = server;
  // As long as something is left to do with it, its machine is not to be judged.
  const migration = migrationUnderWay({ migrations }, server);
  const isOnItsWay = migration?.source.host === host || migration?.target?.host === host;
  const isBusy = taskState !== null || isOnItsWay || orders.ofServer(id).length > 0;
  // What waits to be confirmed is put aside where it came from.
  const isHere = place?.host === host || isOnItsWay;
  const fate = deletedAt !== null ? 'deleted' : isHere ? 'here' : 'elsewhere';
  return { id, fate, number, vm_state: vmState, power_state: powerState, is_busy: isBusy };
}

const digits: JsonSchema = { type: 'string', pattern: '^[0-9]{1,15}$' };

const takeQuery = takenQuery(
  {
    ...agentParameter,
    after: { value: digits, isSingle: true },
    id: { value: { type: 'string', minLength: 1, maxLength: 64 } },
  },
  { isStrict: true },
);
