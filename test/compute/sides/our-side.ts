import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type HttpServer, serveHttp } from '@berth/api-kit/server/http-server.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { isHostUp } from '@berth/compute-engine/hosts/is-host-up.ts';
import { type Order, theService } from '@berth/compute-engine/orders/order.ts';
import { cloud } from '@berth/berth/cloud/cloud.ts';
import { type CloudChange, cloudProjections } from '@berth/berth/cloud/stored-cloud.ts';
import { loadConfig } from '@berth/berth/config/load-config.ts';
import { FakeHosts } from '@berth/berth/host/fake-hosts.ts';
import { createLog } from '@berth/berth/log/log.ts';
import { EventCounts } from '@berth/berth/metrics/event-counts.ts';
import { surroundingsOf } from '@berth/berth/serving/surroundings.ts';
import type { NovaPolicy } from '@berth/compute/testing/nova-manner/original-nova.ts';
import { MemoryJournal } from '@berth/ledger/journal/memory-journal.ts';
import { runLedger } from '@berth/ledger/running-ledger.ts';
import { Peer } from '../../differential/exchange.ts';
import { holdingsIn } from './holdings.ts';
import { addHosts, doAllOrders, helpWaiting } from './our-hosts.ts';
import type { ComparedSide } from './side.ts';
import { tokenIdentity } from './token-identity.ts';

/** All that berth serves, over HTTP, on a ledger in memory. What goes wrong inside is told, and is a 500 to the client. */
export async function startOurs(
  policy: NovaPolicy,
  onFault: (thrown: unknown) => void,
  { hasAgents = true }: { readonly hasAgents?: boolean } = {},
): Promise<ComparedSide> {
  const offered: string[] = [];
  const newId = () => offered.shift() ?? crypto.randomUUID();
  const fresh = () => freshCloud(policy, { newId, onFault, hasAgents });
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
    send: async (request) => {
      const answer = peer.send(request);
      if (!hasAgents) await helpWaiting(side.handle, answer);
      const answered = await answer;
      if (request.method === 'DELETE') side.stopDeleted();
      return answered;
    },
    offerIds: (ids) => void offered.splice(0, offered.length, ...ids),
    settle: () => side.settle(),
    holdings: () => holdingsIn(peer),
    turnHost: (host, turn) => side.turnHost(host, turn),
    changes: () => side.changes(),
    reset: async () => {
      await side.close();
      side = await fresh();
    },
    stop: async () => {
      peer.close();
      await server.close();
      await side.close();
    },
  };
}

interface OurCloud {
  readonly handle: Handle;
  settle(): Promise<void>;
  /** A host that was deleted does not come back: so it is with the original, and where somebody takes away a machine. */
  stopDeleted(): void;
  turnHost(host: string, turn: 'stop' | 'start'): Promise<void>;
  /** How many changes were made so far. */
  changes(): number;
  close(): Promise<void>;
}

interface CloudOptions {
  readonly newId: () => string;
  readonly onFault: (thrown: unknown) => void;
  /** Whether hosts have agents of their own. Else what they have to do is done when it is asked for, and whoever likes can be their agent. */
  readonly hasAgents: boolean;
}

async function freshCloud(
  policy: NovaPolicy,
  { newId, onFault, hasAgents }: CloudOptions,
): Promise<OurCloud> {
  const images = imagesAtFirst();
  const removeImages = () => rmSync(images, { recursive: true, force: true });
  const prefix = policy === 'secure' ? '--' : '--no-';
  const args = [
    `${prefix}policy-enforce-new-defaults`,
    `${prefix}policy-enforce-scope`,
    '--limit-tenants-to-placement-aggregate',
    '--enable-isolated-aggregate-filtering',
    '--image-directory',
    images,
    '--fake-hosts',
    '3',
    '--fake-host-options',
    hosts,
  ];
  const { config } = loadConfig({ args, environment: {}, readText: () => '' });
  const journal = new MemoryJournal<CloudChange>(cloudProjections);
  const { world, committer, feed } = await runLedger({
    world: cloud.newWorld(),
    domain: cloud.domain,
    journal,
    now: Date.now,
  });
  let explained = 0;
  const commit: typeof committer.submit = (command, read) =>
    committer.submit(command, (world, changes) => {
      // Why there was no room is written down later, on nobody's request.
      if (command.kind === 'keep-explanation') explained += changes.length;
      return read(world, changes);
    });
  await cloud.seed(commit, Date.now());
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
  const changes = () => journal.lastNumber - explained;
  if (!hasAgents) {
    await addHosts(commit, 3);
    const settle = () => doAllOrders(world, commit);
    const turnHost = async () => assert.fail('hosts that have no agents do not go down');
    return {
      handle,
      changes,
      settle,
      turnHost,
      stopDeleted: () => undefined,
      close: async () => removeImages(),
    };
  }
  const agents = new FakeHosts(handle, config, silent);
  await agents.ready;
  const settle = async (): Promise<void> => {
    const endMs = performance.now() + 20_000;
    const isToDo = ({ host }: Order) => host === theService || isHostUp(world.compute, host);
    while ([...world.compute.orders.values()].some(isToDo)) {
      assert.ok(
        performance.now() < endMs,
        `servers of ours do not come to rest: ${JSON.stringify([...world.compute.orders.values()])} ${JSON.stringify([...world.compute.services.values()])}`,
      );
      await setImmediate();
    }
  };
  const stopDeleted = () => {
    for (const host of agents.names) if (!world.compute.services.ofHost(host)) agents.stop(host);
  };
  const turnHost = async (host: string, turn: 'stop' | 'start'): Promise<void> => {
    const service = world.compute.services.ofHost(host);
    assert.ok(service, `there is no ${host}`);
    if (turn === 'stop') agents.stop(host);
    const change = { id: service.id, isForcedDown: turn === 'stop', now: Date.now() };
    await commit({ kind: 'change-service', ...change }, () => undefined);
    if (turn === 'start') await agents.start(host);
  };
  const close = async () => {
    await agents.close();
    removeImages();
  };
  return { handle, changes, settle, turnHost, stopDeleted, close };
}

/** What hosts of the original have. */
const hosts =
  'vcpus=10,cpu-ratio=16,memory-mb=8192,reserved-memory-mb=512,memory-ratio=1.5,disk-gb=1028,disk-ratio=1,' +
  'live-move-delay=60000,slow-flavors=slow';

const image = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'cirros',
  size: 25_165_824,
  disk_format: 'raw',
  container_format: 'bare',
};

/** What the original has; images of servers come into it. */
function imagesAtFirst(): string {
  const images = mkdtempSync(join(tmpdir(), 'berth-images-'));
  writeFileSync(join(images, `${image.id}.json`), JSON.stringify(image));
  return images;
}

const silent = createLog({ logLevel: 'silent', logFormat: 'json' }, { write: () => {}, isTerminal: false });
