import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HttpServer, serveHttp } from '@berth/api-kit/server/http-server.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { cloud } from '@berth/berth/cloud/cloud.ts';
import { type CloudChange, cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { loadConfig } from '@berth/berth/config/load-config.ts';
import { createLog } from '@berth/berth/log/log.ts';
import { EventCounts } from '@berth/berth/metrics/event-counts.ts';
import { surroundingsOf } from '@berth/berth/serving/surroundings.ts';
import type { NovaPolicy } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { runLedger } from '@berth/ledger/running-ledger.ts';
import { Peer } from '../../differential/exchange.ts';
import { addHosts, doAllOrders } from './our-hosts.ts';
import type { ComparedSide } from './side.ts';
import { tokenIdentity } from './token-identity.ts';

/** All that berth serves, over HTTP, on a ledger in memory. What goes wrong inside is told, and is a 500 to the client. */
export async function startOurs(
  policy: NovaPolicy,
  onFault: (thrown: unknown) => void,
): Promise<ComparedSide> {
  const offered: string[] = [];
  const newId = () => offered.shift() ?? crypto.randomUUID();
  const fresh = () => freshCloud(policy, { newId, onFault });
  let side = await fresh();
  const server: HttpServer = await serveHttp((request) => side.handle(request), {
    host: '127.0.0.1',
    port: 0,
    renderFailure: ({ status, detail }) => ({ status, headers: {}, body: detail }),
    log: { info: () => {}, error: onFault },
  });
  const peer = new Peer(server.url);
  return {
    base: `${server.url}/compute`,
    send: (request) => peer.send(request),
    offerIds: (ids) => void offered.splice(0, offered.length, ...ids),
    settle: () => side.settle(),
    changes: () => side.changes(),
    reset: async () => {
      side = await fresh();
    },
    stop: async () => {
      peer.close();
      await server.close();
    },
  };
}

async function freshCloud(
  policy: NovaPolicy,
  { newId, onFault }: { readonly newId: () => string; readonly onFault: (thrown: unknown) => void },
): Promise<{ readonly handle: Handle; settle(): Promise<void>; changes(): number }> {
  const prefix = policy === 'secure' ? '--' : '--no-';
  const args = [
    `${prefix}policy-enforce-new-defaults`,
    `${prefix}policy-enforce-scope`,
    '--image-directory',
    images,
  ];
  const { config } = loadConfig({ args, environment: {}, readText: () => '' });
  const journal = new MemoryJournal<CloudChange>(cloudProjections);
  const { world, committer, feed } = await runLedger({
    world: cloud.newWorld(),
    domain: cloud.domain,
    journal,
    now: Date.now,
  });
  const commit: typeof committer.submit = (command, read) => committer.submit(command, read);
  await cloud.seed(commit, Date.now());
  await addHosts(commit, 3);
  const handle = cloud.serve(
    { world: () => world, commit, feed },
    {
      ...surroundingsOf(config, cloud.rules, silent, new EventCounts()),
      authenticate: tokenIdentity,
      projectExists: async (id) => !id.startsWith('unknown'),
      newId,
      onUnavailable: onFault,
      onFault,
    },
  );
  return { handle, settle: () => doAllOrders(world, commit), changes: () => journal.lastNumber };
}

/** What the original has. */
const images = mkdtempSync(join(tmpdir(), 'berth-images-'));
const image = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'cirros',
  size: 25_165_824,
  disk_format: 'raw',
  container_format: 'bare',
};
writeFileSync(join(images, `${image.id}.json`), JSON.stringify(image));

const silent = createLog({ logLevel: 'silent', logFormat: 'json' }, { write: () => {}, isTerminal: false });
