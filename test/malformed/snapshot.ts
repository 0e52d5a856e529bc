import assert from 'node:assert/strict';
import { differenceOf } from '@berth/testing/difference-of.ts';
import { canonical } from '../differential/canonical.ts';
import { ask, jsonOf, type Peer } from '../differential/exchange.ts';
import { projects, type World } from './world.ts';

/** What the API shows of the world: a body for each path. */
export type Snapshot = ReadonlyMap<string, string>;

export async function takeSnapshot(peer: Peer, world: World): Promise<Snapshot> {
  const snapshot = new Map<string, string>();
  for (const path of pathsOf(world)) {
    const answer = await peer.send(ask('GET', path, 39));
    const body = jsonOf(answer);
    // A provider may have been removed by a request that was right by chance.
    noteGenerations(body, world);
    const isThere = answer.status === 200 && body !== undefined;
    assert.ok(
      isThere || answer.status === 404,
      `GET ${path} was answered with ${answer.status}: ${answer.text}`,
    );
    snapshot.set(path, isThere ? JSON.stringify(canonical(body)) : 'not there');
  }
  return snapshot;
}

function noteGenerations(body: unknown, { generations, providers }: World): void {
  const { resource_providers } = (body ?? {}) as { resource_providers?: readonly Listed[] };
  for (const { uuid, generation } of resource_providers ?? [])
    if (providers.some((each) => each.uuid === uuid)) generations.set(uuid, generation);
}

interface Listed {
  readonly uuid: string;
  readonly generation: number;
}

/** Null if they are the same, else what differs first. */
export function difference(before: Snapshot, after: Snapshot): string | null {
  for (const [path, body] of before) {
    const now = after.get(path);
    if (now === body) continue;
    const [was, is] = differenceOf(body, now ?? 'nothing');
    return `GET ${path}\n  was ${was}\n  is  ${is}`;
  }
  return null;
}

function pathsOf(world: World): string[] {
  return [
    '/resource_providers',
    '/traits',
    '/resource_classes',
    '/allocation_candidates?resources=VCPU:1,MEMORY_MB:1',
    ...projects.map((project) => `/usages?project_id=${project}`),
    ...world.providers.flatMap(({ uuid }) =>
      ['', '/inventories', '/usages', '/aggregates', '/allocations', '/traits'].map(
        (part) => `/resource_providers/${uuid}${part}`,
      ),
    ),
    ...world.consumers.map(({ uuid }) => `/allocations/${uuid}`),
  ];
}
