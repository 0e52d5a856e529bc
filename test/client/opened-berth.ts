import assert from 'node:assert/strict';
import { type HttpServer, serveHttp } from '@berth/api-kit/server/http-server.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { cloud } from '@berth/berth/cloud/cloud.ts';
import { loadConfig } from '@berth/berth/config/load-config.ts';
import { createLog } from '@berth/berth/log/log.ts';
import { EventCounts } from '@berth/berth/metrics/event-counts.ts';
import { openCloud } from '@berth/berth/opening/open-cloud.ts';
import { renderFailure } from '@berth/berth/serving/render-failure.ts';

/** Berth in this process on a ledger in memory, to be asked directly, or on a port of this machine. */
export interface OpenedBerth extends AsyncDisposable {
  readonly handle: Handle;
  readonly url: string;
}

export async function openedBerth(): Promise<OpenedBerth> {
  await using cleanUp = new AsyncDisposableStack();
  const readText = () => assert.fail('no settings are read from files');
  const { config } = loadConfig({ args: ['--ledger', ':memory:'], environment: {}, readText });
  const log = createLog(config, { write: () => {}, isTerminal: false });
  const opened = await openCloud(cloud, config, log, new EventCounts());
  cleanUp.defer(() => opened.close());
  const server: HttpServer = await serveHttp(opened.handle, {
    host: '127.0.0.1',
    port: 0,
    renderFailure,
    log,
  });
  cleanUp.defer(() => server.close());
  const owned = cleanUp.move();
  return { handle: opened.handle, url: server.url, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
