import { setTimeout as sleep } from 'node:timers/promises';
import { computeHeaders } from '../compute/compute-headers.ts';
import { Connection } from '../load/connection.ts';
import { type Timings, timingsOf } from '../load/timings.ts';

/** A compute service whose servers are moved: ours or the original. */
export interface MovedCloud {
  readonly url: string;
  /** What its paths begin with. */
  readonly base: string;
  readonly imageId: string;
  /** Between two looks at a server: whom it costs more is asked less often. */
  readonly lookAgainMs: number;
}

export const kindsOfMoves = ['cold', 'live'] as const;
export type KindOfMove = (typeof kindsOfMoves)[number];

export interface Moves {
  readonly perSecond: number;
  /** From the request to the first answer that says that it is over: on another host, and confirmed where that is asked for. */
  readonly took: Timings | null;
  readonly failed: readonly string[];
}

const flavorId = 'moved';

/** What has to be there for servers to be made. */
export async function prepareMoves(cloud: MovedCloud): Promise<void> {
  const client = new Client(cloud);
  const flavor = { id: flavorId, name: flavorId, ram: 512, vcpus: 1, disk: 1 };
  await client.ask('POST', '/flavors', { flavor });
  await client.ask('PUT', '/os-quota-sets/admin', { quota_set: { cores: -1, ram: -1, instances: -1 } });
  client.close();
}

/** On each of these connections one server is moved, again and again. A move that has begun is waited for, and counts. */
export async function moveLoad(
  cloud: MovedCloud,
  kind: KindOfMove,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Moves> {
  const tookMs: number[] = [];
  const failed: string[] = [];
  const clients = Array.from({ length: connections }, () => new Client(cloud));
  const servers = await Promise.all(clients.map((client) => client.make()));
  const startedAt = performance.now();
  const run = async (client: Client, id: string) => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const begunAt = performance.now();
      try {
        await moveOnce[kind](client, id);
        tookMs.push(performance.now() - begunAt);
      } catch (error) {
        failed.push(String(error));
        await sleep(cloud.lookAgainMs);
      }
    }
  };
  await Promise.all(clients.map((client, index) => run(client, servers[index] as string)));
  const allMs = performance.now() - startedAt;
  for (const client of clients) client.close();
  return { perSecond: (1_000 * tookMs.length) / allMs, took: timingsOf(tookMs), failed };
}

const moveOnce: Readonly<Record<KindOfMove, (client: Client, id: string) => Promise<void>>> = {
  cold: async (client, id) => {
    await client.act(id, { migrate: null });
    await client.until(id, ({ status }) => status === 'VERIFY_RESIZE', isAtRest);
    await client.act(id, { confirmResize: null });
    await client.until(id, ({ status }) => status === 'ACTIVE');
  },
  live: async (client, id) => {
    const before = (await client.look(id)).host;
    await client.act(id, { 'os-migrateLive': { host: null, block_migration: 'auto' } });
    await client.until(id, ({ status, host }) => status === 'ACTIVE' && host !== before, isAtRest);
  },
};

/** Nothing is being done with it: what was begun has come to nothing, if it has not come to its end. */
function isAtRest({ status, task }: Look): boolean {
  return status === 'ACTIVE' && task === null;
}

interface Look {
  readonly status: string;
  readonly task: string | null;
  readonly host: string | null;
}

class Client {
  readonly #connection: Connection;
  readonly #cloud: MovedCloud;

  constructor(cloud: MovedCloud) {
    this.#cloud = cloud;
    this.#connection = new Connection(cloud.url, computeHeaders);
  }

  async ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<string> {
    const { status, body: said } = await this.#connection.request({
      method,
      path: `${this.#cloud.base}${path}`,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = said.toString('utf8');
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    return text;
  }

  /** A server that runs. */
  async make(): Promise<string> {
    const server = { name: 'moved', flavorRef: flavorId, imageRef: this.#cloud.imageId, networks: 'none' };
    const made = JSON.parse(await this.ask('POST', '/servers', { server })) as { server: { id: string } };
    await this.until(made.server.id, ({ status }) => status === 'ACTIVE');
    return made.server.id;
  }

  async act(id: string, action: object): Promise<void> {
    await this.ask('POST', `/servers/${id}/action`, action);
  }

  async look(id: string): Promise<Look> {
    const { server } = JSON.parse(await this.ask('GET', `/servers/${id}`)) as {
      server: {
        status: string;
        'OS-EXT-STS:task_state': string | null;
        'OS-EXT-SRV-ATTR:host': string | null;
      };
    };
    const { status, 'OS-EXT-STS:task_state': task, 'OS-EXT-SRV-ATTR:host': host } = server;
    return { status, task, host };
  }

  async until(
    id: string,
    isThere: (look: Look) => boolean,
    hasFailed: (look: Look) => boolean = () => false,
  ): Promise<void> {
    for (;;) {
      await sleep(this.#cloud.lookAgainMs);
      const look = await this.look(id);
      if (isThere(look)) return;
      if (look.status === 'ERROR') throw new Error(`${id} is in error`);
      if (hasFailed(look)) throw new Error(`${id} is where it was`);
    }
  }

  close(): void {
    this.#connection.close();
  }
}
