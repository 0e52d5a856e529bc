import assert from 'node:assert/strict';
import type { RunningNova } from '../nova-manner/original-nova.ts';
import { send } from '../nova-manner/play.ts';

/** What is asked of the original's API for one or more servers. */
export interface AskedOfNova {
  readonly flavor: string;
  readonly image?: string;
  readonly zone?: string;
  readonly hints?: Readonly<Record<string, unknown>>;
  readonly count?: number;
  /** By its name, which takes 2.74. */
  readonly host?: string;
}

export interface OriginalServer {
  readonly id: string;
  readonly status: string;
  readonly host: string | null;
}

export interface OriginalFlavor {
  readonly vcpus: number;
  readonly memoryMb: number;
  readonly rootGb: number;
  readonly ephemeralGb?: number;
  readonly swapMb?: number;
  readonly extraSpecs?: Readonly<Record<string, string>>;
}

type Json = Readonly<Record<string, unknown>>;

/** The original's scheduler, through its API and the doors at its side. */
export class OriginalScheduler {
  readonly #nova: RunningNova;
  #names = 0;

  constructor(nova: RunningNova) {
    this.#nova = nova;
  }

  async reset(): Promise<void> {
    await this.#send('POST /_oracle/reset', {});
  }

  /** What an image says; its id. */
  async image(properties: Readonly<Record<string, string>>, diskFormat = 'qcow2'): Promise<string> {
    const image = {
      name: 'image',
      min_ram: 0,
      min_disk: 0,
      status: 'active',
      size: 1,
      disk_format: diskFormat,
    };
    const made = await this.#send('POST /_oracle/images', { ...image, container_format: 'bare', properties });
    return String(made['id'] ?? (made['image'] as Json)['id']);
  }

  async flavor({
    vcpus,
    memoryMb,
    rootGb,
    ephemeralGb = 0,
    swapMb = 0,
    extraSpecs = {},
  }: OriginalFlavor): Promise<string> {
    const id = `flavor${++this.#names}`;
    const size = {
      vcpus,
      ram: memoryMb,
      disk: rootGb,
      'OS-FLV-EXT-DATA:ephemeral': ephemeralGb,
      swap: swapMb,
    };
    await this.#send('POST /v2.1/flavors', { flavor: { id, name: id, ...size } });
    if (Object.keys(extraSpecs).length > 0) {
      await this.#send(`POST /v2.1/flavors/${id}/os-extra_specs`, { extra_specs: extraSpecs });
    }
    return id;
  }

  async host(name: string, sizes: { vcpus: number; memory_mb: number; local_gb: number }): Promise<void> {
    await this.#send('POST /_oracle/hosts', { host: name, ...sizes });
  }

  /** Its id in Placement. */
  async aggregate(hosts: readonly string[], metadata: Readonly<Record<string, string>>): Promise<string> {
    const { availability_zone: zone, ...others } = metadata;
    const named = {
      name: `aggregate${++this.#names}`,
      ...(zone !== undefined && { availability_zone: zone }),
    };
    const { aggregate } = await this.#send('POST /v2.1/os-aggregates', { aggregate: named });
    const { id, uuid } = aggregate as { id: number; uuid: string };
    if (Object.keys(others).length > 0) {
      await this.#send(`POST /v2.1/os-aggregates/${id}/action`, { set_metadata: { metadata: others } });
    }
    for (const host of hosts)
      await this.#send(`POST /v2.1/os-aggregates/${id}/action`, { add_host: { host } });
    return uuid;
  }

  async group(policy: string, serversPerHostMax: number | null): Promise<string> {
    const rules = serversPerHostMax === null ? {} : { rules: { max_server_per_host: serversPerHostMax } };
    const group = { name: 'group', policy, ...rules };
    const made = await this.#send('POST /v2.1/os-server-groups', { server_group: group });
    return (made['server_group'] as { id: string }).id;
  }

  async disable(host: string): Promise<void> {
    const { services } = await this.#send('GET /v2.1/os-services?binary=nova-compute');
    const service = (services as { host: string; id: string }[]).find((each) => each.host === host);
    await this.#send(`PUT /v2.1/os-services/${service?.id}`, { status: 'disabled' });
  }

  async forceDown(host: string): Promise<void> {
    await this.#send(`POST /_oracle/hosts/${host}/force-down`, { forced_down: true });
  }

  async configure(settings: Json): Promise<void> {
    await this.#send('POST /_oracle/config', settings);
  }

  /** What became of the servers, in the order of their making; or why the API has refused them. */
  async servers(asked: AskedOfNova): Promise<readonly OriginalServer[] | string> {
    const { flavor, image = this.#nova.image, zone, hints, count = 1, host } = asked;
    const server = {
      name: 'server',
      flavorRef: flavor,
      imageRef: image,
      networks: 'none',
      ...(zone !== undefined && { availability_zone: zone }),
      ...(count > 1 && { min_count: count, max_count: count, return_reservation_id: true }),
      ...(host !== undefined && { host }),
    };
    const body = { server, ...(hints && { 'os:scheduler_hints': hints }) };
    const before = await this.#ids();
    const { status, body: answer } = await this.#ask('POST /v2.1/servers', body);
    if (status !== 202) return answer;
    await this.#nova.settle();
    const shown = await this.#list();
    const made = shown.filter(({ id }) => !before.has(id));
    return made.toSorted((one, other) => one.launchIndex - other.launchIndex);
  }

  /** Why it is in error. */
  async fault(id: string): Promise<{ readonly code: number; readonly message: string }> {
    const { server } = await this.#send(`GET /v2.1/servers/${id}`);
    const { code, message } = (server as { fault: { code: number; message: string } }).fault;
    return { code, message };
  }

  /** Hosts tell what they have and do. By itself that happens once a minute, and until then it counts that servers are being built. */
  async tell(): Promise<void> {
    await this.#send('POST /_oracle/hosts/*/periodic', { task: 'update_available_resource' });
    await this.#nova.settle();
  }

  async remove(id: string): Promise<void> {
    await this.#ask(`DELETE /v2.1/servers/${id}`);
    await this.#nova.settle();
  }

  /** The queries for candidates that it has made since this was asked last, as names and values in order. */
  async queries(): Promise<readonly { readonly query: string[][]; readonly isUnderstood: boolean }[]> {
    const { requests } = await this.#send('GET /_oracle/placement-requests');
    await this.#send('DELETE /_oracle/placement-requests');
    return (requests as { path: string; query: string; status: number; answer: unknown }[])
      .filter(({ path }) => path === '/allocation_candidates')
      .map(({ query, status, answer }) => ({
        query: [...new URLSearchParams(query)],
        // Classes and traits that nobody knows are a 400 too; but what is asked is clear.
        isUnderstood: status === 200 || /No such trait|Invalid resource class/.test(JSON.stringify(answer)),
      }));
  }

  /** By their hosts, the ids of nodes. */
  async nodeIds(): Promise<ReadonlyMap<string, string>> {
    const { hypervisors } = await this.#send('GET /v2.1/os-hypervisors/detail');
    const nodes = hypervisors as { id: string; service: { host: string } }[];
    return new Map(nodes.map(({ id, service }) => [service.host, id]));
  }

  async #ids(): Promise<ReadonlySet<string>> {
    return new Set((await this.#list()).map(({ id }) => id));
  }

  async #list(): Promise<(OriginalServer & { readonly launchIndex: number })[]> {
    const { servers } = await this.#send('GET /v2.1/servers/detail?limit=1000');
    return (servers as Json[]).map((server) => ({
      id: String(server['id']),
      status: String(server['status']),
      host: server['OS-EXT-SRV-ATTR:host'] as string | null,
      launchIndex: Number(server['OS-EXT-SRV-ATTR:launch_index']),
    }));
  }

  async #send(request: string, body?: Json): Promise<Json> {
    const { status, body: answer } = await this.#ask(request, body);
    assert.ok(status < 300, `${request} ${JSON.stringify(body)}: ${status} ${answer}`);
    return answer === '' ? {} : (JSON.parse(answer) as Json);
  }

  async #ask(request: string, body?: Json): Promise<{ readonly status: number; readonly body: string }> {
    // The newest that does not look at extra specs; hosts by name and groups with rules need no newer one.
    const headers = { 'x-auth-token': 'admin', 'openstack-api-version': 'compute 2.85' };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    return await send(
      this.#nova.url,
      request,
      { ...headers, ...type },
      body === undefined ? undefined : JSON.stringify(body),
    );
  }
}
