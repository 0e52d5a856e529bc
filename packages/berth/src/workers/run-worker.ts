import assert from 'node:assert/strict';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { FeedPage } from '@berth/ledger/following/feed.ts';
import { JournalUnavailable } from '@berth/ledger/journal/journal-errors.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import { receivedConfig, type SentConfig } from '../config/config-for-thread.ts';
import type { Composition } from '../cloud/composition.ts';
import { assembleService, type Serving } from '../serving/assemble-service.ts';
import { cachedMetrics } from '../metrics/cached-metrics.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { type ListeningServer, listen } from '../serving/listen.ts';
import { createLog } from '../log/log.ts';
import { LogOutput } from '../log/log-output.ts';
import { Metrics } from '../metrics/metrics.ts';
import { refuseStrangers } from '../serving/refuse-strangers.ts';
import { surroundingsOf } from '../serving/surroundings.ts';
import { putInForce } from '../serving/reloaded.ts';
import { inWorker } from './in-worker.ts';
import { Rpc } from './rpc.ts';
import type { LeaderProcedures, WorkerProcedures } from './rpc-calls.ts';
import { Replica } from './replica.ts';
import { PublishedNumber } from './published-number.ts';
import { ThreadSink } from './thread-sink.ts';

/** What the leading thread starts this one with. */
export interface WorkerStart {
  readonly config: SentConfig;
  /** From 2 on: the leading thread is the first. */
  readonly number: number;
  /** Whether the leading thread can copy the ledger: see `OpenedCloud.makeBackup`. */
  readonly canBackUp: boolean;
  readonly published: SharedArrayBuffer;
  readonly changes: MessagePort;
}

/**
 * A thread that follows, top to bottom: log → world → services; it serves when the leading thread says so.
 *
 * Whatever goes wrong here is thrown and ends the thread, and with it the process.
 */
export function runWorker<World, Command, Change extends KindedChange>(
  composition: Composition<World, Command, Change>,
): void {
  assert(parentPort, 'this is a thread of its own');
  const { config: sent, number, canBackUp, published: memory, changes } = workerData as WorkerStart; // Given by `serveOnThreads`.
  const config = receivedConfig(sent);

  const rpc = new Rpc<LeaderProcedures, WorkerProcedures>(parentPort, {
    load: (part) => replica.load(part),
    serve: async (start) => {
      replica.follow(start.number);
      server = await listen(assembled, config, log, start.ports);
    },
    metrics: async () => (await metrics?.ofThread()) ?? null,
    reloadTls: () => server?.reloadTls(),
    reload: (reloaded) => putInForce(reloaded, around.live, log),
    stop: async () => {
      await server?.close();
      await output.settle(lastLinesMs);
    },
  });
  let server: ListeningServer | null = null;

  // Through the leading thread, since lines of two threads that write to one pipe would get mixed.
  const events = new EventCounts();
  const output = new LogOutput(new ThreadSink((text) => rpc.call('log', text)), {
    waitingMax: logWaitingMax,
    onLost: (count) => events.count('berth_log_lines_lost_total', '', count),
  });
  const log = createLog(
    { ...config, logFormat: 'json' },
    { write: (text) => output.write(text), isTerminal: false },
  ).child({ worker: number });
  process.once('exit', () => output.flushSync());

  const published = new PublishedNumber(memory);
  const replica = new Replica(composition, published, changes, (reason) => {
    setImmediate(() => {
      throw reason;
    });
  });
  let forgottenThrough = 0;
  const makeBackup = async () => {
    const answer = await rpc.call('makeBackup');
    if ('refused' in answer) throw new JournalUnavailable(answer.refused, undefined, answer.refused);
    return answer;
  };
  const around = surroundingsOf(config, composition.rules, log, events);
  const handle = composition.serve(
    {
      world: () => replica.world,
      commit: () => assert.fail('what writes is passed on'),
      leadership: { isLeading: () => false, ended: new AbortController().signal },
      ...(canBackUp ? { makeBackup } : {}),
      feed: {
        get lastNumber() {
          return replica.number;
        },
        get forgottenThrough() {
          return forgottenThrough;
        },
        history: 0,
        readAfter: async (after, limit, lengthMax) => {
          const page = await rpc.call('readAfter', { after, limit, lengthMax });
          forgottenThrough = page.forgottenThrough;
          return page as FeedPage<Change>; // The leading thread has the same composition.
        },
        onNews: (tell) => replica.onNews(tell),
      },
    },
    around,
  );
  const serving: Serving = {
    handle: inWorker(
      handle,
      replica,
      refuseStrangers(handle, around),
      (request) =>
        rpc.callWith(request.body instanceof Uint8Array ? [] : [request.body.stream], 'handle', request),
      composition.previews,
      composition.toldLeader,
    ),
    live: around.live,
    // The leading thread has the ledger.
    healthProblems: () => rpc.call('healthProblems'),
    remarks: async () => {
      const ofAll = await rpc.call('remarks');
      replica.catchUp();
      return [...ofAll, `worker ${number} of ${config.workers}, at change ${replica.number}`];
    },
  };
  // What there is only one of in a process is told by the leading thread.
  const metrics = config.hasMetrics ? new Metrics({ gauges: () => ({}), onCommit: () => {} }, events) : null;
  const assembled = assembleService(
    serving,
    config,
    log,
    metrics &&
      cachedMetrics({
        contentType: metrics.contentType,
        measuring: (handle) => metrics.measuring(handle),
        render: () => rpc.call('renderMetrics'),
      }),
  );
}

/** What waits for the leading thread, which has room for more. */
const logWaitingMax = 1024 * 1024;
const lastLinesMs = 500;
