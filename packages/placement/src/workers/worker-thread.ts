import assert from 'node:assert/strict';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { receivedConfig, type SentConfig } from '../config/config-for-thread.ts';
import { createPlacementService } from '../placement-service.ts';
import { serviceSettingsOf } from '../service-settings.ts';
import { assembleService, type Serving } from '../serving/assemble-service.ts';
import { gatherLines } from '../serving/gather-lines.ts';
import { type ListeningServer, listen } from '../serving/listen.ts';
import { createLog } from '../serving/log.ts';
import { Metrics } from '../serving/metrics.ts';
import { refuseStrangers } from '../serving/refuse-strangers.ts';
import { inWorker } from './in-worker.ts';
import { Line } from './line.ts';
import type { AskedOfLeader, AskedOfWorker } from './questions.ts';
import { Replica } from './replica.ts';
import { SharedStanding } from './shared-standing.ts';

/** What the leading thread starts this one with. */
export interface WorkerStart {
  readonly config: SentConfig;
  /** From 2 on: the leading thread is the first. */
  readonly number: number;
  readonly standing: SharedArrayBuffer;
  readonly changes: MessagePort;
}

/*
 * A thread that follows, top to bottom: log → world → service; it serves when the leading thread says so.
 *
 * Whatever goes wrong here is thrown and ends the thread, and with it the process.
 */
assert(parentPort, 'this is a thread of its own');
const { config: sent, number, standing: memory, changes } = workerData as WorkerStart; // Given by `serveOnThreads`.
const config = receivedConfig(sent);

const line = new Line<AskedOfLeader, AskedOfWorker>(parentPort, {
  load: (part) => replica.load(part),
  serve: async (start) => {
    replica.follow(start.number);
    server = await listen(assembled, { ...config, port: start.port }, log);
  },
  metrics: async () => (await metrics?.ofThread()) ?? null,
  reloadTls: () => server?.reloadTls(),
  stop: async () => {
    await server?.close();
    lines.flushSync();
  },
});
let server: ListeningServer | null = null;

// Through the leading thread, since lines of two threads that write to one pipe would get mixed.
const lines = gatherLines({ write: (text) => void line.ask('log', text), flushSync: () => {} });
const log = createLog(
  { ...config, logFormat: 'json' },
  { write: (text) => void lines.write(text), isTerminal: false },
).child({ worker: number });

const standing = new SharedStanding(memory);
const replica = new Replica(standing, changes, (reason) => {
  setImmediate(() => {
    throw reason;
  });
});
let forgottenThrough = 0;
const service = serviceSettingsOf(config, log);
const handle = createPlacementService(
  {
    world: () => replica.world,
    commit: () => assert.fail('what writes is passed on'),
    feed: {
      get lastNumber() {
        return replica.number;
      },
      get forgottenThrough() {
        return forgottenThrough;
      },
      history: 0,
      readAfter: async (after, limit, lengthMax) => {
        const page = await line.ask('readAfter', { after, limit, lengthMax });
        forgottenThrough = page.forgottenThrough;
        return page;
      },
      onNews: (tell) => replica.onNews(tell),
    },
  },
  service,
);
const serving: Serving = {
  handle: inWorker(handle, replica, refuseStrangers(handle, service), (request) =>
    line.ask('handle', request),
  ),
  // Counted by the leading thread.
  metricsSource: { counts: () => ({ providers: 0, consumers: 0, allocations: 0 }), onCommit: () => {} },
  ailments: () => (standing.isWritable ? [] : ['the ledger can no longer be written']),
  remarks: () => {
    replica.catchUp();
    return [`worker ${number} of ${config.workers}, at change ${replica.number}`];
  },
};
const metrics = config.hasMetrics ? new Metrics(serving.metricsSource) : null;
const assembled = assembleService(
  serving,
  config,
  log,
  metrics && {
    contentType: metrics.contentType,
    measuring: (handle) => metrics.measuring(handle),
    render: () => line.ask('renderMetrics'),
  },
);
