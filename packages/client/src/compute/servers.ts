import { understood } from '../ask.ts';
import { byName, integer, members, nullable, type Shape, text } from '../shape.ts';
import type { ServiceRequest, Transport } from '../transport.ts';
import { type AskedList, listAll } from './list-all.ts';

/** A server, as far as it matters to who holds what. */
export interface ServerRecord {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly userId: string;
  /** Null: on none. */
  readonly host: string | null;
  /** The name of the node on that host. */
  readonly nodeName: string | null;
  readonly vmState: string;
  readonly taskState: string | null;
  readonly flavor: EmbeddedFlavor;
  /** Its root disk is a volume, and takes nothing of the host's. */
  readonly isVolumeBacked: boolean;
}

/** A flavor as it was when the server was made or resized. */
export interface EmbeddedFlavor {
  readonly name: string;
  readonly vcpus: number;
  readonly memoryMb: number;
  readonly rootGb: number;
  readonly ephemeralGb: number;
  readonly swapMb: number;
  readonly extraSpecs: Readonly<Record<string, string>>;
}

/** Since 2.47 servers tell what their flavor is. Administrators only are told of hosts, and may look for servers by them. */
const version = '2.47';

export function listServersOnHost(transport: Transport, host: string): Promise<ServerRecord[]> {
  const path = `/servers/detail?all_tenants=1&host=${encodeURIComponent(host)}`;
  return listAll(transport, { ...asked, path }, (server) => server);
}

/** Null where there is none of that id. One that was deleted and can be restored is there. */
export async function findServer(transport: Transport, id: string): Promise<ServerRecord | null> {
  const request: ServiceRequest = { method: 'GET', path: `/servers/${encodeURIComponent(id)}`, version };
  const answer = await transport.send(request);
  if (answer.status === 404) return null;
  return understood(request, answer, members({ server: serverShape })).server;
}

const flavorShape: Shape<EmbeddedFlavor> = (value, place) => {
  const { original_name, vcpus, ram, disk, ephemeral, swap, extra_specs } = flavorMembers(value, place);
  return {
    name: original_name,
    vcpus,
    memoryMb: ram,
    rootGb: disk,
    ephemeralGb: ephemeral,
    swapMb: swap,
    extraSpecs: extra_specs,
  };
};

const flavorMembers = members({
  original_name: text,
  vcpus: integer,
  ram: integer,
  disk: integer,
  ephemeral: integer,
  swap: integer,
  extra_specs: byName(text),
});

const serverMembers = members({
  id: text,
  name: text,
  tenant_id: text,
  user_id: text,
  'OS-EXT-SRV-ATTR:host': nullable(text),
  'OS-EXT-SRV-ATTR:hypervisor_hostname': nullable(text),
  'OS-EXT-STS:vm_state': text,
  'OS-EXT-STS:task_state': nullable(text),
  flavor: flavorShape,
  image: (value: unknown) => value,
});

const serverShape: Shape<ServerRecord> = (value, place) => {
  const said = serverMembers(value, place);
  return {
    id: said.id,
    name: said.name,
    projectId: said.tenant_id,
    userId: said.user_id,
    host: said['OS-EXT-SRV-ATTR:host'],
    nodeName: said['OS-EXT-SRV-ATTR:hypervisor_hostname'],
    vmState: said['OS-EXT-STS:vm_state'],
    taskState: said['OS-EXT-STS:task_state'],
    flavor: said.flavor,
    // Else it is an object.
    isVolumeBacked: said.image === '' || said.image === null,
  };
};

const asked = {
  version,
  key: 'servers',
  shape: serverShape,
  markerOf: ({ id }: ServerRecord) => id,
} satisfies Omit<AskedList<ServerRecord>, 'path'>;
