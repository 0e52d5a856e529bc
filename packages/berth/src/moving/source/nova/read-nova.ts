import type { Progress } from '../../progress.ts';
import { forEachOf } from '../for-each-of.ts';
import { named } from '../named-answer.ts';
import type { ReadThing, WorkFile } from '../work-file.ts';
import { readActions } from './fetch-actions.ts';
import { fetchAggregates } from './fetch-aggregates.ts';
import { fetchFlavors } from './fetch-flavors.ts';
import { fetchNodes, fetchServices } from './fetch-hosts.ts';
import { fetchKeypairs } from './fetch-keypairs.ts';
import { fetchDefaultQuota, fetchQuotas } from './fetch-quotas.ts';
import { fetchServerGroups } from './fetch-server-groups.ts';
import { fetchServers } from './fetch-servers.ts';
import type { Loss } from './loss.ts';
import { inWholeList, type NovaClient } from './nova-client.ts';
import { ownersIn } from './owners-in.ts';

export interface NovaReading {
  readonly concurrency: number;
  readonly progress: Progress;
  /** Servers that were deleted longer ago are left where they are; null: all of them are. */
  readonly deletedSince: number | null;
  readonly hasActions: boolean;
}

/**
 * Reads all of a Nova once, into the work file, as part of a round. Lists are read again as a whole when they were interrupted; what is read
 * one by one (keys, limits, actions) goes on.
 */
export async function readNova(client: NovaClient, work: WorkFile, reading: NovaReading): Promise<void> {
  const { progress, concurrency, deletedSince } = reading;
  const { round, startedAt } = work;
  const list = async (what: string, pages: () => AsyncIterable<readonly ReadThing[]>) => {
    progress.start(`round ${round}, ${what}`);
    let count = 0;
    await inWholeList(async () => {
      count = 0;
      await named('Nova', `the ${what}`, async () => {
        for await (const page of pages()) {
          work.putThings(page);
          progress.at((count += page.length));
        }
      });
    });
    progress.end(count);
  };
  const each = async (what: string, keys: readonly string[], read: (key: string) => Promise<void>) => {
    const waiting = keys.filter((key) => !work.isDone(`${what} ${key}`));
    let done = keys.length - waiting.length;
    progress.start(`round ${round}, ${what}`, keys.length, done);
    await forEachOf(waiting, concurrency, async (key) => {
      await inWholeList(async () => await named('Nova', `${what} ${key}`, () => read(key)));
      work.setDone(`${what} ${key}`);
      progress.at(++done);
    });
    progress.end(done);
  };

  await list('flavors', () => fetchFlavors(client, startedAt));
  await list('compute services', () => once(fetchServices(client, startedAt)));
  await list('hypervisors', () => fetchNodes(client, startedAt));
  await list('host aggregates', () => once(fetchAggregates(client, isHostIn(work))));
  await list('server groups', () => fetchServerGroups(client));
  await list('servers', () => fetchServers(client, null));
  if (deletedSince !== null) await list('deleted servers', () => fetchServers(client, deletedSince));
  const { users, projects, usersOf } = ownersIn(work);
  await each('key pairs of users', users, async (userId) => {
    for await (const page of fetchKeypairs(client, userId)) work.putThings(page);
  });
  await list('default limits', () => once(fetchDefaultQuota(client).then((thing) => [thing])));
  await each('limits of projects', projects, async (projectId) => {
    work.putThings((await fetchQuotas(client, projectId, usersOf(projectId))) ?? [noQuota(projectId)]);
  });
  if (!reading.hasActions) return;
  const servers = work.run(`select id from records where kind = 'server' and seen = ?`).all(round);
  await each(
    'actions of servers',
    servers.map(({ id }) => String(id)),
    (id) => readActions(client, work, id),
  );
}

/** Whether there is a service of a host, as far as services were read in this round. */
function isHostIn(work: WorkFile): (name: string) => boolean {
  const rows = work
    .run(`select json_extract(line, '$.thing.host') as host from records where kind = 'service' and seen = ?`)
    .all(work.round);
  const hosts = new Set(rows.map(({ host }) => String(host)));
  return (name) => hosts.has(name);
}

async function* once(things: Promise<readonly ReadThing[]>): AsyncGenerator<readonly ReadThing[]> {
  yield await things;
}

/** What is told of a project that does not tell its limits. */
function noQuota(projectId: string): ReadThing {
  const losses: Loss[] = [{ kind: 'quota', what: `project ${projectId}` }];
  const line = JSON.stringify({ losses });
  return { kind: 'unread-quota', id: projectId, rowKey: projectId, number: 0, rank: 0, line };
}
