import type { ComputeClient } from './compute-client.ts';
import type { CrashingCloud } from './crashing-cloud.ts';
import { type Noted, sizes } from './noted.ts';
import { same } from './same.ts';
import { read, type SeenServer } from './seen.ts';
import { Wrong } from './wrong.ts';

/** As the API numbers them. */
const powerStates: Readonly<Record<string, number>> = { running: 1, paused: 3, shutdown: 4 };

type Amounts = Readonly<Record<string, number>>;

/**
 * Nothing leaks: what Placement says to be used of each node is the sum over the servers that are on it, and held by these; each host runs the
 * machines of its servers and no others, in the state that they are said to be in; limits and groups count the servers there are.
 */
export async function checkUsage(
  cloud: CrashingCloud,
  admin: ComputeClient,
  noted: Noted,
  live: ReadonlyMap<string, SeenServer>,
): Promise<void> {
  const servers = [...live.values()];
  await checkPlacement(admin, servers, await seenMoves(admin, noted, live));
  for (const host of cloud.hosts) checkMachines(cloud, host, servers);
  await checkLimits(admin, servers);
  for (const [client, ids] of noted.groups) {
    for (const id of ids) await checkGroup(admin, client, id, noted, live);
  }
}

/** What a server that may go back still holds where it came from. */
interface SeenMove {
  readonly id: string;
  readonly node: string;
  readonly flavor: SeenServer['flavor'];
}

/** All moves are over, but for those that wait to be confirmed: these hold what their servers held. */
async function seenMoves(
  admin: ComputeClient,
  noted: Noted,
  live: ReadonlyMap<string, SeenServer>,
): Promise<readonly SeenMove[]> {
  const moves: SeenMove[] = [];
  for (let marker = ''; ; ) {
    const path = `/os-migrations?limit=${pageSize}${marker === '' ? '' : `&marker=${marker}`}`;
    const { migrations } = (await read(admin, path)) as { readonly migrations: readonly WireMigration[] };
    for (const { uuid: id, status, migration_type: kind, instance_uuid: server, ...said } of migrations) {
      noted.migrations.set(id, `${kind}, ${status}`);
      if (over.has(status)) continue;
      const isWaiting = status === 'finished' && live.get(server)?.status === 'VERIFY_RESIZE';
      if (!isWaiting) throw new Wrong(`migration ${id} of ${server} is ${status}`);
      const flavor = sizes[said.old_instance_type_id - 1];
      if (flavor === undefined) throw new Wrong(`migration ${id} is of no flavor that there is`);
      moves.push({ id, node: said.source_node, flavor });
    }
    if (migrations.length < pageSize) return moves;
    marker = migrations.at(-1)?.uuid ?? '';
  }
}

const pageSize = 500;
const over: ReadonlySet<string> = new Set([
  'confirmed',
  'reverted',
  'completed',
  'failed',
  'cancelled',
  'error',
]);

interface WireMigration {
  readonly uuid: string;
  readonly status: string;
  readonly migration_type: string;
  readonly instance_uuid: string;
  readonly source_node: string;
  readonly old_instance_type_id: number;
}

async function checkPlacement(
  admin: ComputeClient,
  servers: readonly SeenServer[],
  moves: readonly SeenMove[],
): Promise<void> {
  const { resource_providers: providers } = (await placed(admin, '/resource_providers')) as {
    readonly resource_providers: readonly { readonly uuid: string; readonly name: string }[];
  };
  const nodes = new Set(providers.map(({ name }) => name));
  for (const { id, node } of servers) {
    if (node !== null && !nodes.has(node)) throw new Wrong(`${id} is on ${node}, which is no provider`);
  }
  for (const { uuid, name } of providers) {
    const there = [...servers, ...moves].filter(({ node }) => node === name);
    const { allocations } = (await placed(admin, `/resource_providers/${uuid}/allocations`)) as {
      readonly allocations: Readonly<Record<string, { readonly resources: Amounts }>>;
    };
    const held = Object.fromEntries(
      Object.entries(allocations).map(([id, { resources }]) => [id, resources]),
    );
    same(
      `what is held of ${name}`,
      Object.fromEntries(there.map(({ id, flavor }) => [id, amountsOf([flavor])])),
      held,
    );
    const { usages } = (await placed(admin, `/resource_providers/${uuid}/usages`)) as {
      readonly usages: Amounts;
    };
    same(`the usage of ${name}`, amountsOf(there.map(({ flavor }) => flavor)), usages);
  }
}

function amountsOf(flavors: readonly SeenServer['flavor'][]): Amounts {
  const sum = (field: keyof SeenServer['flavor']) => flavors.reduce((all, flavor) => all + flavor[field], 0);
  return { VCPU: sum('vcpus'), MEMORY_MB: sum('ram'), DISK_GB: sum('disk') };
}

function checkMachines(cloud: CrashingCloud, host: string, servers: readonly SeenServer[]): void {
  const machines = cloud.machinesOn(host);
  if (machines === null) return;
  // One of which there is no machine says so.
  const expected = servers
    .filter((server) => server.host === host && server.power !== 0)
    .map(({ id, power }) => [id, power] as const);
  const found = Array.from(machines, ([id, state]) => [id, powerStates[state] ?? state] as const);
  same(`the machines of ${host}`, Object.fromEntries(expected), Object.fromEntries(found));
}

async function checkLimits(admin: ComputeClient, servers: readonly SeenServer[]): Promise<void> {
  const counted = Map.groupBy(
    servers.filter(({ status }) => status !== 'SOFT_DELETED'),
    ({ projectId }) => projectId,
  );
  for (const [project, own] of counted) {
    const { quota_set: quota } = (await read(admin, `/os-quota-sets/${project}/detail`)) as {
      readonly quota_set: Readonly<Record<string, { readonly in_use: number }>>;
    };
    const { VCPU: cores, MEMORY_MB: ram } = amountsOf(own.map(({ flavor }) => flavor));
    const used = Object.fromEntries(['instances', 'cores', 'ram'].map((name) => [name, quota[name]?.in_use]));
    same(`the limits of ${project}`, { instances: own.length, cores, ram }, used);
  }
}

async function checkGroup(
  admin: ComputeClient,
  client: number,
  id: string,
  noted: Noted,
  live: ReadonlyMap<string, SeenServer>,
): Promise<void> {
  const { server_group: group } = (await read(admin, `/os-server-groups/${id}`)) as {
    readonly server_group: { readonly members: readonly string[] };
  };
  const expected = noted.of(client).filter((server) => server.groupId === id && live.has(server.id));
  same(`the members of group ${id}`, expected.map((server) => server.id).sort(), [...group.members].sort());
}

async function placed(admin: ComputeClient, path: string): Promise<unknown> {
  const answer = await admin.placement(path);
  if (answer.status === 200) return answer.json;
  throw new Wrong(`GET ${path}: ${answer.status} ${answer.text}`);
}
