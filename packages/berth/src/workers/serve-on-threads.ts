import assert from 'node:assert/strict';
import { withFaultBarrier } from '@berth/api-kit/server/fault-barrier.ts';
import { JournalError } from '@berth/ledger/journal/journal-errors.ts';
import { turns } from '@berth/api-kit/turns.ts';
import { sentConfig } from '../config/config-for-thread.ts';
import { portsOf } from '../config/ports-of.ts';
import type { Config } from '../config/settings.ts';
import { assembleService } from '../serving/assemble-service.ts';
import { cachedMetrics } from '../metrics/cached-metrics.ts';
import type { EventCounts } from '../metrics/event-counts.ts';
import { type ListeningServer, listen } from '../serving/listen.ts';
import { type Log, writeLines } from '../log/log.ts';
import { Metrics, type ServedMetrics } from '../metrics/metrics.ts';
import type { OpenedCloud, ReplicaSource } from '../opening/opened-cloud.ts';
import { putInForce, type Reloaded } from '../serving/reloaded.ts';
import { renderFailure } from '../serving/render-failure.ts';
import { assertPortCanBeShared } from './assert-port-can-be-shared.ts';
import { ChangeSender } from './change-sender.ts';
import { forWorkers } from './for-workers.ts';
import type { Handlers } from './rpc.ts';
import type { LeaderProcedures } from './rpc-calls.ts';
import { sendSnapshot } from './send-snapshot.ts';
import { PublishedNumber } from './published-number.ts';
import { WorkerHandle } from './worker-handle.ts';

export interface ThreadedServer extends ListeningServer {
  /** Resolves, with the reason, when one of the threads is gone: the process should end and load again. */
  readonly failed: Promise<Error>;
  /** In all threads. */
  reload(reloaded: Reloaded): Promise<void>;
}

/**
 * Serves in as many threads as the settings say. This one leads: it has the ledger, and makes all changes. Each of the others
 * has the same state in a world of its own, answers what reads, and passes on what writes.
 */
export async function serveOnThreads(
  cloud: OpenedCloud,
  config: Config,
  log: Log,
  events: EventCounts,
): Promise<ThreadedServer> {
  const { main, own } = portsOf(config);
  for (const port of [main, ...Object.values(own)]) await assertPortCanBeShared(config.host, port);
  const published = new PublishedNumber();
  const handlers: Handlers<LeaderProcedures> = {
    handle: forWorkers(withFaultBarrier(cloud.handle, renderFailure, log)),
    readAfter: async ({ after, limit, lengthMax }) => {
      await turns.next();
      return await replicaSourceOf(cloud).readAfter(after, limit, lengthMax);
    },
    healthProblems: () => cloud.healthProblems(),
    remarks: () => cloud.remarks(),
    makeBackup: async () => {
      assert(cloud.makeBackup, 'threads are not asked for a copy of what is in no file');
      try {
        return await cloud.makeBackup();
      } catch (error) {
        // An error of a kind loses its kind on the way.
        if (error instanceof JournalError) return { refused: error.told };
        throw error;
      }
    },
    renderMetrics: () => metrics?.render() ?? '',
    log: (lines) => writeLines(log, lines),
  };
  const start = {
    config: sentConfig(config),
    canBackUp: cloud.makeBackup !== undefined,
    published: published.memory,
  };
  const { workerModule } = replicaSourceOf(cloud);
  const workers = Array.from(
    { length: config.workers - 1 },
    (_, index) => new WorkerHandle(workerModule, { ...start, number: index + 2 }, handlers),
  );
  const metrics = config.hasMetrics ? cachedMetrics(metricsOfAll(cloud, workers, events)) : null;
  const remarks = async () => [
    ...(await cloud.remarks()),
    `worker 1 of ${config.workers}, which writes, at change ${published.newest}`,
  ];
  let server: ListeningServer | null = null;
  try {
    const number = await replicate(cloud, published, workers);
    const first = await listen(assembleService({ ...cloud, remarks }, config, log, metrics), config, log);
    server = first;
    const { ports, url, ownUrls } = first;
    await Promise.all(workers.map(({ rpc }) => rpc.call('serve', { number, ports })));
    return {
      ports,
      url,
      ownUrls,
      reloadTls: async () => {
        await Promise.all([first.reloadTls(), ...workers.map(({ rpc }) => rpc.call('reloadTls'))]);
      },
      failed: Promise.race(workers.map(({ failed }) => failed)),
      reload: async (reloaded) => {
        putInForce(reloaded, cloud.live, log);
        await Promise.all(workers.map(({ rpc }) => rpc.call('reload', reloaded)));
      },
      close: closing(first, workers, log),
    };
  } catch (error) {
    await server?.close();
    await Promise.all(workers.map((worker) => worker.terminate()));
    throw error;
  }
}

/** Gives the others the state, and what changes from then on. Says of which change the state is. */
async function replicate(
  cloud: OpenedCloud,
  published: PublishedNumber,
  workers: readonly WorkerHandle[],
): Promise<number> {
  const replicaSource = replicaSourceOf(cloud);
  // Nobody is served yet, but the services themselves may have something to write.
  const release = replicaSource.hold();
  try {
    const number = replicaSource.lastNumber();
    published.publish(number);
    await sendSnapshot(replicaSource.state(), (changes) =>
      Promise.all(workers.map(({ rpc }) => rpc.call('load', changes))),
    );
    assert.equal(replicaSource.lastNumber(), number, 'nothing is written while the state is copied');
    const sender = new ChangeSender(
      published,
      workers.map(({ changes }) => changes),
    );
    replicaSource.onCommit((commit) => sender.send(commit));
    return number;
  } finally {
    release();
  }
}

function replicaSourceOf({ replicaSource }: OpenedCloud): ReplicaSource {
  assert(replicaSource, 'settings with workers on a ledger that cannot have any are refused');
  return replicaSource;
}

function metricsOfAll(
  { metricsSource }: OpenedCloud,
  workers: readonly WorkerHandle[],
  events: EventCounts,
): ServedMetrics {
  const own = new Metrics(metricsSource, events);
  return {
    contentType: own.contentType,
    measuring: (handle) => own.measuring(handle),
    render: async () => {
      const others = await Promise.all(workers.map(({ rpc }) => rpc.call('metrics')));
      return await own.render(others.filter((each) => each !== null));
    },
  };
}

/** All stop at the same time. Until the last one has, this thread answers what the others pass on. */
function closing(server: ListeningServer, workers: readonly WorkerHandle[], log: Log): () => Promise<void> {
  let closed: Promise<void> | null = null;
  const close = async () => {
    const stops = await Promise.allSettled([server.close(), ...workers.map((worker) => worker.stop())]);
    for (const stop of stops) {
      if (stop.status === 'rejected') log.error({ err: stop.reason }, 'a worker could not stop in order');
    }
  };
  return () => (closed ??= close());
}
