import type { ServiceAnswer, ServiceRequest, Transport } from '@berth/client/transport.ts';

export interface MadeUpServer {
  readonly id: string;
  readonly host: string | null;
  readonly nodeName?: string;
  readonly vmState?: string;
  readonly taskState?: string | null;
  readonly flavor?: Readonly<Record<string, unknown>>;
  readonly extraSpecs?: Readonly<Record<string, string>>;
  readonly isVolumeBacked?: boolean;
}

export interface MadeUpMigration {
  readonly uuid: string;
  readonly serverId: string;
  readonly status: string;
}

/**
 * As much of a Nova as an audit asks for, so that things can happen between any two requests. The real one is audited in `test/audit/`.
 */
export class MadeUpNova implements Transport {
  readonly servers = new Map<string, MadeUpServer>();
  migrations: MadeUpMigration[] = [];
  /** By uuid, the name of a host with a node of the same name. */
  readonly nodes = new Map<string, string>();
  aggregates: { readonly uuid: string; readonly name: string; readonly hosts: readonly string[] }[] = [];
  downHosts: string[] = [];
  /** With a service, and without a node. */
  bareHosts: string[] = [];
  /** Called before each answer, with the number of the request, from 1. */
  before: (request: ServiceRequest, number: number) => void | Promise<void> = () => {};
  #asked = 0;

  add(server: MadeUpServer): void {
    this.servers.set(server.id, server);
  }

  async send(request: ServiceRequest): Promise<ServiceAnswer> {
    await this.before(request, (this.#asked += 1));
    const { pathname, searchParams } = new URL(request.path, 'http://nova');
    const one = /^\/servers\/([^/]+)$/.exec(pathname)?.[1];
    if (one !== undefined && one !== 'detail') {
      const server = this.servers.get(one);
      return server === undefined ? answer(404, {}) : answer(200, { server: shown(server) });
    }
    switch (pathname) {
      case '/servers/detail': {
        const host = searchParams.get('host');
        const found = [...this.servers.values()].filter((server) => server.host === host);
        return answer(200, { servers: found.map(shown) });
      }
      case '/os-migrations': {
        const of = searchParams.get('instance_uuid');
        const found = this.migrations.filter(({ serverId }) => of === null || serverId === of);
        return answer(200, {
          migrations: found.map(({ uuid, serverId, status }) => {
            return { uuid, instance_uuid: serverId, status, migration_type: 'migration' };
          }),
        });
      }
      case '/os-hypervisors/detail':
        return answer(200, {
          hypervisors: Array.from(this.nodes, ([id, host]) => {
            return { id, hypervisor_hostname: host, service: { host } };
          }),
        });
      case '/os-services': {
        const up = [...this.nodes.values(), ...this.bareHosts].map((host) => ({ host, status: 'enabled' }));
        const down = this.downHosts.map((host) => ({ host, status: 'UNKNOWN' }));
        return answer(200, { services: [...up, ...down] });
      }
      case '/os-aggregates':
        return answer(200, { aggregates: this.aggregates });
      default:
        return answer(404, {});
    }
  }

  async close(): Promise<void> {}
}

/** What a server without anything said holds. */
export const usualAmounts = { VCPU: 2, MEMORY_MB: 512, DISK_GB: 1 };
export const usualOwner = { projectId: 'project', userId: 'user' };

function shown(server: MadeUpServer): object {
  const { id, host, nodeName = host, vmState = 'active', taskState = null } = server;
  return {
    id,
    name: `name of ${id.slice(0, 4)}`,
    tenant_id: usualOwner.projectId,
    user_id: usualOwner.userId,
    'OS-EXT-SRV-ATTR:host': host,
    'OS-EXT-SRV-ATTR:hypervisor_hostname': nodeName,
    'OS-EXT-STS:vm_state': vmState,
    'OS-EXT-STS:task_state': taskState,
    flavor: {
      original_name: 'f',
      vcpus: 2,
      ram: 512,
      disk: 1,
      ephemeral: 0,
      swap: 0,
      extra_specs: server.extraSpecs ?? {},
      ...server.flavor,
    },
    image: server.isVolumeBacked ? '' : { id: 'image' },
  };
}

function answer(status: number, json: object): ServiceAnswer {
  return { status, headers: {}, json, text: JSON.stringify(json) };
}
