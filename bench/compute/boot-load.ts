import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../load/connection.ts';
import { type Timings, timingsOf } from '../load/timings.ts';
import { computeHeaders } from './compute-headers.ts';
import { imageId } from './running-cloud.ts';

export interface Boots {
  /** Servers that became ACTIVE, in a second. */
  readonly perSecond: number;
  /** From the request to the first answer that says ACTIVE. */
  readonly toActive: Timings | null;
  readonly post: Timings | null;
  readonly failed: readonly string[];
}

const projectId = 'aa'.repeat(16);
const flavorId = 'bench';
/** Between two looks at a server: a client that waits does not ask without pause. */
const lookAgainMs = 10;

/** What has to be there for servers to be made: a flavor, and a project without limits. */
export async function prepareBoots(url: string): Promise<void> {
  const connection = new Connection(url, computeHeaders);
  const ask = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const { status, body: said } = await connection.request({ method, path, body: JSON.stringify(body) });
    if (status >= 300 && status !== 409)
      throw new Error(`${method} ${path}: ${status} ${said.toString('utf8')}`);
  };
  await ask('POST', '/compute/v2.1/flavors', {
    flavor: { id: flavorId, name: flavorId, ram: 512, vcpus: 1, disk: 1 },
  });
  await ask('PUT', `/compute/v2.1/os-quota-sets/${projectId}`, {
    quota_set: { cores: -1, ram: -1, instances: -1 },
  });
  connection.close();
}

/**
 * What bootstrapping tools do, on each of these connections: make a server, look until it is ACTIVE, make the next one. One that has begun is
 * waited for, and counts.
 */
export async function bootLoad(url: string, connections: number, seconds: number): Promise<Boots> {
  const [posts, boots]: [number[], number[]] = [[], []];
  const failed: string[] = [];
  const headers = { ...computeHeaders, 'x-auth-token': `bench:${projectId}` };
  const startedAt = performance.now();
  const client = async () => {
    const connection = new Connection(url, headers);
    while (performance.now() - startedAt < seconds * 1_000) {
      const begunAt = performance.now();
      try {
        const id = await make(connection);
        posts.push(performance.now() - begunAt);
        await untilActive(connection, id);
        boots.push(performance.now() - begunAt);
      } catch (error) {
        failed.push(String(error));
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, client));
  const tookMs = performance.now() - startedAt;
  return {
    perSecond: (1_000 * boots.length) / tookMs,
    toActive: timingsOf(boots),
    post: timingsOf(posts),
    failed,
  };
}

const newServer = JSON.stringify({
  server: { name: 'bench', flavorRef: flavorId, imageRef: imageId, networks: 'none' },
});

async function make(connection: Connection): Promise<string> {
  const { status, body } = await connection.request({
    method: 'POST',
    path: '/compute/v2.1/servers',
    body: newServer,
  });
  if (status !== 202) throw new Error(`${status} ${body.toString('utf8', 0, 200)}`);
  return (JSON.parse(body.toString('utf8')) as { server: { id: string } }).server.id;
}

async function untilActive(connection: Connection, id: string): Promise<void> {
  for (;;) {
    await sleep(lookAgainMs);
    const { status, body } = await connection.request({ method: 'GET', path: `/compute/v2.1/servers/${id}` });
    const text = body.toString('utf8');
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
    if (text.includes('"status":"ACTIVE"') || text.includes('"status": "ACTIVE"')) return;
    if (/"status": ?"ERROR"/.test(text)) throw new Error(`in error: ${text.slice(0, 500)}`);
  }
}
