import type { ComputeClient } from './compute-client.ts';
import { Wrong } from './wrong.ts';

/** A server as an administrator sees it. */
export interface SeenServer {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly task: string | null;
  readonly power: number;
  readonly projectId: string;
  readonly host: string | null;
  readonly node: string | null;
  readonly isLocked: boolean;
  readonly description: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly flavor: { readonly vcpus: number; readonly ram: number; readonly disk: number };
}

const pageSize = 500;

/** All servers that live, of all projects, and those that can be restored. */
export async function seenServers(admin: ComputeClient): Promise<ReadonlyMap<string, SeenServer>> {
  const found = new Map<string, SeenServer>();
  for (let marker = ''; ; ) {
    const path = `/servers/detail?all_tenants=1&deleted=no&soft_deleted=1&limit=${pageSize}${marker === '' ? '' : `&marker=${marker}`}`;
    const { servers } = (await read(admin, path)) as { readonly servers: readonly WireServer[] };
    for (const server of servers) found.set(server.id, seen(server));
    if (servers.length < pageSize) return found;
    marker = servers.at(-1)?.id ?? '';
  }
}

/** What was done with a server, the oldest first. */
export async function seenActions(
  admin: ComputeClient,
  id: string,
): Promise<readonly { readonly requestId: string; readonly name: string }[]> {
  const { instanceActions } = (await read(admin, `/servers/${id}/os-instance-actions`)) as {
    readonly instanceActions: readonly { readonly request_id: string; readonly action: string }[];
  };
  return instanceActions.map(({ request_id: requestId, action: name }) => ({ requestId, name })).reverse();
}

/** The steps of one of them, the newest first. */
export async function seenSteps(
  admin: ComputeClient,
  id: string,
  requestId: string,
): Promise<
  readonly { readonly event: string; readonly finish_time: string | null; readonly result: string | null }[]
> {
  const { instanceAction } = (await read(admin, `/servers/${id}/os-instance-actions/${requestId}`)) as {
    readonly instanceAction: {
      readonly events: readonly {
        readonly event: string;
        readonly finish_time: string | null;
        readonly result: string | null;
      }[];
    };
  };
  return instanceAction.events;
}

export async function read(admin: ComputeClient, path: string): Promise<unknown> {
  const answer = await admin.compute('GET', path);
  if (answer.status === 200) return answer.json;
  throw new Wrong(`GET ${path}: ${answer.status} ${answer.text}`);
}

interface WireServer {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly tenant_id: string;
  readonly locked: boolean;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly flavor: { readonly vcpus: number; readonly ram: number; readonly disk: number };
  readonly 'OS-EXT-STS:task_state': string | null;
  readonly 'OS-EXT-STS:power_state': number;
  readonly 'OS-EXT-SRV-ATTR:host': string | null;
  readonly 'OS-EXT-SRV-ATTR:hypervisor_hostname': string | null;
}

function seen(server: WireServer): SeenServer {
  const { id, name, status, tags, metadata, flavor } = server;
  return {
    id,
    name,
    status,
    tags,
    metadata,
    flavor,
    task: server['OS-EXT-STS:task_state'],
    power: server['OS-EXT-STS:power_state'],
    projectId: server.tenant_id,
    host: server['OS-EXT-SRV-ATTR:host'],
    node: server['OS-EXT-SRV-ATTR:hypervisor_hostname'],
    isLocked: server.locked,
    description: server.description ?? '',
  };
}
